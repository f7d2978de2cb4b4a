// Removes our secrets from the service's messages: a refusal may repeat one, whole or in part.

/** Consecutive characters unlikely to match by chance. A shorter secret is only found whole. */
const shortestPart = 8;

export function withoutSecrets(text: string, secrets: Iterable<string>): string {
	const parts = new Set<string>();
	for (const secret of secrets) {
		const length = Math.min(shortestPart, secret.length);
		for (let from = 0; length > 0 && from + length <= secret.length; from += 1) {
			parts.add(secret.slice(from, from + length));
		}
	}
	const lengths = [...new Set([...parts].map(({ length }) => length))];
	let clean = '';
	let kept = 0;
	let secretUntil = -1;
	for (let from = 0; from < text.length; from += 1) {
		const found = lengths.filter((length) => parts.has(text.slice(from, from + length)));
		if (found.length === 0) continue;
		if (from > secretUntil) clean += `${text.slice(kept, from)}…`;
		secretUntil = Math.max(secretUntil, from + Math.max(...found));
		kept = secretUntil;
	}
	return clean + text.slice(kept);
}
