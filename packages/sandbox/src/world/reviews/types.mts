/** What a guest published about a stay. */
export interface Review {
	id: string;
	/** null = anonymous. */
	authorName: string | null;
	/** Epoch milliseconds. */
	publishedMs: number;
	/** Out of 10. */
	rating: number;
	text: string;
	/** A number as text; where it was published. */
	sourceId: string;
}
