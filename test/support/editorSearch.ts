/* eslint-disable @n8n/community-nodes/no-restricted-imports --
   the search of n8n's editor itself, which comes with the n8n-core that the tests use */
import { sublimeSearch } from '@n8n/utils/search/sublime-search';

/** What the editor of n8n searches of a node. */
export interface ListedNode {
	properties: { displayName: string; codex: { alias: string[] } };
}

/** The nodes that the editor finds, the best match first. It drops a last word that is the beginning of "trigger". */
export function editorSearch<N extends ListedNode>(text: string, nodes: N[]): N[] {
	const words = text.split(' ');
	const last = words.at(-1) ?? '';
	const asked = words.length > 1 && 'trigger'.startsWith(last) ? words.slice(0, -1).join(' ') : text;
	return sublimeSearch(asked, nodes).map(({ item }) => item);
}
