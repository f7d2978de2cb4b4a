import fc from 'fast-check';
import { expect, test } from 'vitest';
import { withoutSecrets } from './secrets.ts';

test('removes a secret that appears whole, in part or repeatedly', () => {
	const secrets = ['0123456789abcdef', 'short'];
	expect(withoutSecrets('a 0123456789abcdef b', secrets)).toBe('a … b');
	expect(withoutSecrets('begins 01234567, ends 89abcdef', secrets)).toBe('begins …, ends …');
	expect(withoutSecrets('[0123456789abcdef0123456789abcdef]', secrets)).toBe('[…]');
	expect(withoutSecrets('a short word, 0123456 and shor', secrets)).toBe(
		'a … word, 0123456 and shor',
	);
	expect(withoutSecrets('nothing', ['', ...secrets])).toBe('nothing');
});

test('leaves no eight consecutive characters of a secret, and changes nothing else', () => {
	fc.assert(
		fc.property(
			fc.string({ minLength: 8, maxLength: 40 }),
			fc.array(fc.tuple(fc.constantFrom('ä', 'ö ', ''), fc.nat(40), fc.nat(40))),
			(secret, pieces) => {
				const text = pieces.map(([before, from, to]) => before + secret.slice(from, to)).join('');
				const clean = withoutSecrets(text, [secret]);
				for (let from = 0; from + 8 <= secret.length; from += 1) {
					expect(clean).not.toContain(secret.slice(from, from + 8));
				}
				expect(clean.match(/[äö]/g) ?? []).toEqual(text.match(/[äö]/g) ?? []);
			},
		),
	);
});
