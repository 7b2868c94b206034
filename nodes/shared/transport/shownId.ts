const MAX_LENGTH = 64;
/** An identifier with these may be a name that was put into the wrong field. */
const UNUSUAL = /[\s/\\?#%\p{Cc}\p{Cf}]/u;

/** An identifier for a text, unless it may be a name. */
export function shownId(id = ''): string {
	return id.length > MAX_LENGTH || UNUSUAL.test(id) ? '***' : id;
}
