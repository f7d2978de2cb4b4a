// Finds the id of the created document in an answer.
import { ExactNumber, type ExactJson } from '../../../shared/exact-json.ts';

/** The id if the answer is nothing but an id. A text without a digit is a word like OK. */
export const bareId = (json: ExactJson | undefined): string | null => {
	if (json instanceof ExactNumber) return json.text;
	return typeof json === 'string' && /^(?=.*\d)\S{1,200}$/.test(json) ? json : null;
};

/** The id at the end of a Location header (RFC 9110, 15.3.2), if it is below the address of the create. */
export function idAt(location: string, createUrl: string): string | null {
	const parent = createUrl.replace(/\/+$/, '');
	// Some services omit the leading slash: `Wastage/7` is a sibling of the create, `7` a child.
	for (const base of [parent, `${parent}/`]) {
		if (!URL.canParse(location, base)) continue;
		const { origin, pathname } = new URL(location, base);
		const own = new URL(parent);
		const path = pathname.replace(/\/+$/, '');
		const isUnder = path.toLowerCase().startsWith(`${own.pathname.toLowerCase()}/`);
		if (origin !== own.origin || !isUnder) continue;
		return unescaped(path.slice(path.lastIndexOf('/') + 1));
	}
	return null;
}

function unescaped(part: string): string | null {
	try {
		return decodeURIComponent(part);
	} catch {
		return null;
	}
}
