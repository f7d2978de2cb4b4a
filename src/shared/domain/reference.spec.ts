import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
	fitted,
	isUuid,
	referenceIn,
	roomBeside,
	shortReference,
	trailingReference,
	withReference,
	withoutReference,
} from './reference.ts';

const ID = '0190a6b0-1111-7abc-8def-0123456789ab';
const OTHER = '0190a6b0-1111-7abc-8def-0123456789ac';
/** Length of a reference in an empty field. */
const MARK = '[SR-0123456789]'.length;
const text = fc
	.string({ unit: 'grapheme' })
	.filter((written) => withoutReference(written) === written);

describe('reference of an action', () => {
	it('is made from the last 50 bits of its id, the same every time', () => {
		expect(shortReference(ID)).toBe('SR-R14D2PF2DB');
		expect(shortReference(ID.toUpperCase())).toBe('SR-R14D2PF2DB');
		expect(shortReference('ffffffff-ffff-ffff-ffff-ffffffffffff')).toBe('SR-ZZZZZZZZZZ');
		expect(shortReference('00000000-0000-0000-0000-000000000001')).toBe('SR-0000000001');
	});

	it('distinguishes ids that differ in their last bits', () => {
		fc.assert(
			fc.property(fc.uuid(), fc.uuid(), (a, b) => {
				const bits = (id: string): bigint =>
					BigInt.asUintN(50, BigInt(`0x${id.replaceAll('-', '')}`));
				expect(shortReference(a) === shortReference(b)).toBe(bits(a) === bits(b));
			}),
		);
	});

	it('is refused for text that is not a UUID', () => {
		expect(() => shortReference('42')).toThrow('42');
		expect([ID, `0${ID}`, `${ID}0`].map(isUuid)).toEqual([true, false, false]);
	});
});

describe('text with a reference', () => {
	it("keeps people's text, and the mark can be removed again", () => {
		fc.assert(
			fc.property(text, fc.uuid(), (written, id) => {
				const marked = withReference(written, shortReference(id));
				expect(referenceIn(marked)).toBe(shortReference(id));
				expect(withoutReference(marked)).toBe(written);
			}),
		);
	});

	it('fits the field: cuts the text, never the mark, and never half a character', () => {
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
		expect(() => withReference('', shortReference(ID), MARK - 1)).toThrow('no room');
	});

	const mark = `[${shortReference(ID)}]`;
	it.each([
		['tray', null, null, 'tray'],
		['tray', ID, null, `tray ${mark}`],
		['', ID, null, mark],
		['tray', null, 2, 'tr'],
		['tray', ID, MARK - 1, 'tray'],
		['tray', ID, MARK, mark],
		['tray', ID, MARK + 3, `tr ${mark}`],
		// A service may store each é as two characters.
		['ééé', null, 2, ''],
		['ééé', ID, MARK + 5, `é ${mark}`],
	])('%j for %s in a field of %s is %j', (written, id, limit, sent) => {
		expect(fitted(written, id === null ? null : shortReference(id), limit)).toBe(sent);
	});

	it('leaves the rest of the field for the text', () => {
		expect([roomBeside(MARK + 20), roomBeside(MARK)]).toEqual([19, 0]);
	});

	it('is known to end with the mark, or not to', () => {
		expect(trailingReference(`tray ${mark.toLowerCase()} `)).toBe(shortReference(ID));
		expect(trailingReference(`${mark} tray`)).toBeNull();
	});

	it('has only one mark: a new one replaces the old one', () => {
		const once = withReference('broken in delivery', shortReference(ID));
		expect(withReference(once, shortReference(OTHER))).toBe(
			`broken in delivery [${shortReference(OTHER)}]`,
		);
	});

	it('finds our mark even after a quoted one', () => {
		const quoting = `instead of ${shortReference(OTHER)}, see there`;
		expect(referenceIn(withReference(quoting, shortReference(ID)))).toBe(shortReference(ID));
	});

	it('finds the mark in lower case and after additions by the service', () => {
		expect(referenceIn('note [sr-r14d2pf2db] (edited)')).toBe('SR-R14D2PF2DB');
	});

	it.each(['', 'SR-123', 'SR-R14D2PF2DBX', 'XSR-R14D2PF2DB', 'SR-R14D2PF2DU'])(
		'has none in %j',
		(written) => {
			expect(referenceIn(written)).toBeNull();
		},
	);
});
