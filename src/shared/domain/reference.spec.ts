import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { referenceIn, shortReference, withReference, withoutReference } from './reference.ts';

const ID = '0190a6b0-1111-7abc-8def-0123456789ab';
const OTHER = '0190a6b0-1111-7abc-8def-0123456789ac';
/** What a reference takes in an empty field. */
const MARK = '[SR-0123456789]'.length;
const text = fc
	.string({ unit: 'grapheme' })
	.filter((written) => withoutReference(written) === written);

describe('the reference of an action', () => {
	it('is made of the last 50 bits of its id, the same every time', () => {
		expect(shortReference(ID)).toBe('SR-R14D2PF2DB');
		expect(shortReference(ID.toUpperCase())).toBe('SR-R14D2PF2DB');
		expect(shortReference('ffffffff-ffff-ffff-ffff-ffffffffffff')).toBe('SR-ZZZZZZZZZZ');
		expect(shortReference('00000000-0000-0000-0000-000000000001')).toBe('SR-0000000001');
	});

	it('tells ids apart that differ in their last bits', () => {
		fc.assert(
			fc.property(fc.uuid(), fc.uuid(), (a, b) => {
				const bits = (id: string): bigint =>
					BigInt.asUintN(50, BigInt(`0x${id.replaceAll('-', '')}`));
				expect(shortReference(a) === shortReference(b)).toBe(bits(a) === bits(b));
			}),
		);
	});

	it('is refused for what is no UUID', () => {
		expect(() => shortReference('42')).toThrow(RangeError);
	});
});

describe('a text with a reference', () => {
	it('keeps what people wrote and can be cleaned of the mark again', () => {
		fc.assert(
			fc.property(text, fc.uuid(), (written, id) => {
				const marked = withReference(written, shortReference(id));
				expect(referenceIn(marked)).toBe(shortReference(id));
				expect(withoutReference(marked)).toBe(written);
			}),
		);
	});

	it('fits the field: the words are cut, the mark is not, and no character is halved', () => {
		fc.assert(
			fc.property(text, fc.uuid(), fc.integer({ min: MARK, max: 60 }), (written, id, room) => {
				const marked = withReference(written, shortReference(id), room);
				expect(marked.length).toBeLessThanOrEqual(room);
				expect(referenceIn(marked)).toBe(shortReference(id));
				expect(marked.isWellFormed()).toBe(true);
			}),
		);
		expect(withReference('dropped 🥛🥛', shortReference(ID), 26)).toBe(
			'dropped 🥛 [SR-R14D2PF2DB]',
		);
		expect(withReference('dropped 🥛🥛', shortReference(ID), 27)).toBe(
			'dropped 🥛 [SR-R14D2PF2DB]',
		);
		expect(() => withReference('', shortReference(ID), MARK - 1)).toThrow(RangeError);
	});

	it('carries one mark only: a new one takes the place of the old', () => {
		const once = withReference('broken in delivery', shortReference(ID));
		expect(withReference(once, shortReference(OTHER))).toBe(
			`broken in delivery [${shortReference(OTHER)}]`,
		);
	});

	it('is found by our mark even when somebody quotes another before it', () => {
		const quoting = `instead of ${shortReference(OTHER)}, see there`;
		expect(referenceIn(withReference(quoting, shortReference(ID)))).toBe(shortReference(ID));
	});

	it('is found in small letters and after the service has added to it', () => {
		expect(referenceIn('note [sr-r14d2pf2db] (edited)')).toBe('SR-R14D2PF2DB');
	});

	it.each(['', 'SR-123', 'SR-R14D2PF2DBX', 'XSR-R14D2PF2DB', 'SR-R14D2PF2DU'])(
		'has none in %j',
		(written) => {
			expect(referenceIn(written)).toBeNull();
		},
	);
});
