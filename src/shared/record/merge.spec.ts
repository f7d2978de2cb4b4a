// The laws of merge.ts on random fields and records, judged by a comparison written apart from the merge.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AnyField, AnyFields } from './field.ts';
import { apply, diff, inverse, merge, told, type Choice, type Sides } from './merge.ts';
import type { Plain } from './record-kit.ts';
import { recordTypes } from './records.ts';

/* The oracle: one canonical text for a record. */

function canonical(fields: AnyFields, record: Plain): string {
	const parts = Object.entries(fields).flatMap(([name, field]) => {
		const value = field.owned === true ? '' : canonicalValue(field, record[name]);
		return value === '' ? [] : [`${name}=${value}`];
	});
	return parts.sort().join(';');
}

const textOf = (value: unknown): string =>
	typeof value === 'string' ? value : JSON.stringify(value);

function canonicalValue(field: AnyField, value: unknown): string {
	if (value === undefined || value === null) return '';
	const each = (read: (one: unknown) => string) => {
		const list = (value as readonly unknown[]).map(read).sort();
		return list.length === 0 ? '' : `[${list.join('|')}]`;
	};
	switch (field.kind) {
		case 'decimal':
		case 'money':
			return String(Number(value));
		case 'day':
			return String(new Date(textOf(value)).getTime());
		case 'coded':
			return [(value as Plain)['id'], (value as Plain)['name']].map(textOf).join(':');
		case 'references':
		case 'numbers':
			return each(textOf);
		case 'lines':
			return each((line) => `{${canonical(field.fields ?? {}, line as Plain)}}`);
		case 'group': {
			const inner = canonical(field.fields ?? {}, value as Plain);
			return inner === '' ? '' : `{${inner}}`;
		}
		default:
			return textOf(value);
	}
}

/* Random fields, and records of them. */

const leaf: fc.Arbitrary<AnyField> = fc.constantFrom(
	...['text', 'code', 'decimal', 'money', 'whole', 'day', 'flag', 'choice', 'coded'].map(
		(kind) => ({ kind }),
	),
	{ kind: 'reference', to: 'category' },
	{ kind: 'text', owned: true as const },
);
const sets: fc.Arbitrary<AnyField> = fc.constantFrom({ kind: 'references' }, { kind: 'numbers' });

const named = (field: fc.Arbitrary<AnyField>, most = 4): fc.Arbitrary<AnyFields> =>
	fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'e'), field, { minKeys: 1, maxKeys: most });

const key = { kind: 'text' } as const;
const linesOf = (fields: fc.Arbitrary<AnyFields>): fc.Arbitrary<AnyField> =>
	fc.tuple(fields, fc.boolean(), fc.boolean()).map(([inner, twoKeys, whole]) => ({
		kind: 'lines',
		key: twoKeys ? ['key', 'also'] : ['key'],
		fields: { key, ...(twoKeys ? { also: { kind: 'whole' } } : {}), ...inner },
		...(whole ? { whole: true as const } : {}),
	}));
const groupOf = (fields: fc.Arbitrary<AnyFields>): fc.Arbitrary<AnyField> =>
	fields.map((inner) => ({ kind: 'group', fields: inner }));

const simple = named(fc.oneof(leaf, sets), 3);
const nested = named(fc.oneof(leaf, sets, groupOf(simple), linesOf(simple)), 3);
const anyFields = named(
	fc.oneof({ weight: 3, arbitrary: leaf }, sets, groupOf(nested), {
		weight: 2,
		arbitrary: linesOf(nested),
	}),
	5,
);

const texts = fc.constantFrom('x', 'y', 'a,b/c', 'key#2', '~1', '');
const unknown = 'unheardOf';

function valueOf(field: AnyField): fc.Arbitrary<unknown> {
	switch (field.kind) {
		case 'flag':
			return fc.boolean();
		case 'whole':
			return fc.constantFrom(1, 2);
		case 'decimal':
		case 'money':
			return fc.constantFrom('1', '1.0', '1.50', '2');
		case 'day':
			return fc.constantFrom(
				'2026-01-01T00:00:00Z',
				'2026-01-01T01:00:00+01:00',
				'2026-02-01T00:00:00Z',
			);
		case 'coded':
			return fc.constantFrom(
				{ id: 1, name: 'one' },
				{ name: 'one', id: 1 },
				{ id: 2, name: 'two' },
			);
		case 'references':
			return fc.uniqueArray(fc.constantFrom('a/b', 'r2', 'r,3'));
		case 'numbers':
			return fc.uniqueArray(fc.constantFrom(1, 2, 3));
		case 'group':
			return recordOf(field.fields ?? {});
		case 'lines':
			return fc.uniqueArray(recordOf(field.fields ?? {}), {
				maxLength: 4,
				// A blank key is no key, as for the merge.
				selector: (line) => JSON.stringify((field.key ?? []).map((name) => line[name] ?? '')),
			});
		default:
			return texts;
	}
}

function recordOf(fields: AnyFields): fc.Arbitrary<Plain> {
	const parts = Object.entries(fields).map(([name, field]) =>
		fc.option(valueOf(field), { freq: 4 }).map((value) => [name, value] as const),
	);
	return fc
		.tuple(fc.constantFrom(1, 2, 3, null), ...parts)
		.map(([other, ...values]) =>
			Object.fromEntries(
				[...values, [unknown, other] as const].filter(([, value]) => value !== null),
			),
		);
}

/** Another version of a record: some fields are those of a random record. */
const editOf = (fields: AnyFields, from: Plain): fc.Arbitrary<Plain> =>
	fc
		.tuple(recordOf(fields), fc.subarray([...Object.keys(fields), unknown]))
		.map(([other, changed]) => {
			const edited: Record<string, unknown> = { ...from };
			for (const name of changed) {
				if (other[name] === undefined) Reflect.deleteProperty(edited, name);
				else edited[name] = other[name];
			}
			return edited;
		});

interface Case {
	readonly fields: AnyFields;
	readonly sides: Sides;
}

const caseOf = (fields: AnyFields): fc.Arbitrary<Case> =>
	recordOf(fields)
		.chain((base) => fc.tuple(fc.constant(base), editOf(fields, base), editOf(fields, base)))
		.map(([base, mine, theirs]) => ({ fields, sides: { base, mine, theirs } }));

const declared = fc.constantFrom<AnyFields>(
	...Object.values(recordTypes).map(({ fields }) => fields),
);
const anyCase = fc.oneof(anyFields, declared).chain(caseOf);

const law = (name: string, holds: (given: Case) => void): void => {
	test(name, () => {
		fc.assert(fc.property(anyCase, holds), { numRuns: 400 });
	});
};

const places = (clashes: readonly { readonly at: string }[]): string[] =>
	clashes.map(({ at }) => at).sort();

/** Every field that nobody may change, at any depth that both records have. */
function notOurs(fields: AnyFields, record: Plain): unknown[] {
	const owned = Object.entries(fields).flatMap(([name, field]) =>
		field.owned === true
			? [record[name]]
			: field.kind === 'group'
				? notOurs(field.fields ?? {}, (record[name] ?? {}) as Plain)
				: [],
	);
	return [record[unknown], ...owned];
}

describe('merge', () => {
	law('takes everything of theirs where nothing is changed here (1)', ({ fields, sides }) => {
		const merged = merge(fields, { ...sides, mine: sides.base });
		expect(canonical(fields, merged.record)).toBe(canonical(fields, sides.theirs));
		expect(merged.clashes).toEqual([]);
	});

	law('keeps everything of mine where they changed nothing (2)', ({ fields, sides }) => {
		const merged = merge(fields, { ...sides, theirs: sides.base });
		expect(canonical(fields, merged.record)).toBe(canonical(fields, sides.mine));
		expect([...merged.clashes, ...merged.taken]).toEqual([]);
	});

	law('takes an agreement without asking (3)', ({ fields, sides }) => {
		const merged = merge(fields, { ...sides, theirs: sides.mine });
		expect(canonical(fields, merged.record)).toBe(canonical(fields, sides.mine));
		expect([...merged.clashes, ...merged.taken]).toEqual([]);
	});

	law(
		'leaves unknown fields and those of the service as they are there (4)',
		({ fields, sides }) => {
			const { record } = merge(fields, sides);
			expect(notOurs(fields, record)).toEqual(notOurs(fields, sides.theirs));
		},
	);

	law('leaves unknown fields of a line as they are there (4)', ({ fields, sides }) => {
		const { record } = merge(fields, sides);
		for (const [name, field] of Object.entries(fields)) {
			if (field.kind !== 'lines') continue;
			const nameOf = (line: Plain) =>
				JSON.stringify((field.key ?? []).map((each) => line[each] ?? ''));
			const linesOfSide = (side: Plain) => (side[name] ?? []) as Plain[];
			for (const line of linesOfSide(record)) {
				const there = linesOfSide(sides.theirs).find((each) => nameOf(each) === nameOf(line));
				if (there) expect(line[unknown]).toEqual(there[unknown]);
			}
		}
	});

	law('invents no value (5)', ({ fields, sides }) => {
		const { record } = merge(fields, sides);
		for (const [name, field] of Object.entries(fields)) {
			if (['lines', 'group', 'references', 'numbers'].includes(field.kind)) continue;
			expect([sides.mine[name], sides.theirs[name]]).toContainEqual(record[name]);
		}
	});
});

describe('clashes', () => {
	law('are the same from both sides (6)', ({ fields, sides: { base, mine, theirs } }) => {
		const turned = merge(fields, { base, mine: theirs, theirs: mine });
		expect(places(merge(fields, { base, mine, theirs }).clashes)).toEqual(places(turned.clashes));
	});

	test('are gone once each is decided, and the choices stand (7)', () => {
		const choices = fc.func(fc.constantFrom<Choice>('mine', 'theirs'));
		fc.assert(
			fc.property(anyCase, choices, ({ fields, sides }, choose) => {
				const { clashes } = merge(fields, sides);
				const chosen = Object.fromEntries(clashes.map(({ at }) => [at, choose(at)]));
				const decided = merge(fields, sides, chosen);
				expect(decided.clashes).toEqual([]);
				for (const clash of clashes) {
					const to = clash[chosen[clash.at] ?? 'mine'];
					const again = apply(fields, decided.record, [{ at: clash.at, was: null, to }]);
					expect(canonical(fields, again)).toBe(canonical(fields, decided.record));
				}
			}),
			{ numRuns: 400 },
		);
	});

	law('never come from different fields (8)', ({ fields, sides: { base, mine, theirs } }) => {
		const half = new Set(Object.keys(fields).filter((_, index) => index % 2 === 0));
		const only = (side: Plain, isKept: (name: string) => boolean): Plain =>
			Object.fromEntries(
				Object.keys({ ...base, ...side })
					.map((name) => [name, isKept(name) ? side[name] : base[name]] as const)
					.filter(([, value]) => value !== undefined),
			);
		const merged = merge(fields, {
			base,
			mine: only(mine, (name) => half.has(name)),
			theirs: only(theirs, (name) => !half.has(name)),
		});
		expect(merged.clashes).toEqual([]);
	});

	law('never come from different lines (8)', ({ fields, sides: { base, mine, theirs } }) => {
		for (const [name, field] of Object.entries(fields)) {
			if (field.kind !== 'lines') continue;
			const nameOf = (line: Plain) =>
				JSON.stringify((field.key ?? []).map((each) => line[each] ?? ''));
			const linesOfSide = (side: Plain) => (side[name] ?? []) as Plain[];
			const known = new Set([base, mine, theirs].flatMap(linesOfSide).map(nameOf));
			const half = new Set([...known].filter((_, index) => index % 2 === 0));
			const only = (side: Plain, isKept: (line: Plain) => boolean): Plain => ({
				...base,
				[name]: [
					...linesOfSide(side).filter(isKept),
					...linesOfSide(base).filter((line) => !isKept(line)),
				],
			});
			const merged = merge(fields, {
				base,
				mine: only(mine, (line) => half.has(nameOf(line))),
				theirs: only(theirs, (line) => !half.has(nameOf(line))),
			});
			expect(merged.clashes).toEqual([]);
		}
	});

	test('occur often enough for these laws to mean something', () => {
		const met = fc
			.sample(anyCase, 400)
			.filter(({ fields, sides }) => merge(fields, sides).clashes.length > 0);
		expect(met.length).toBeGreaterThan(40);
	});
});

describe('differences', () => {
	law('lead from one record to the other and back (9)', ({ fields, sides: { base, mine } }) => {
		const changes = diff(fields, base, mine);
		expect(canonical(fields, apply(fields, base, changes))).toBe(canonical(fields, mine));
		const back = apply(fields, mine, inverse(changes));
		expect(canonical(fields, back)).toBe(canonical(fields, base));
	});

	law('are none after a merge but those of mine (10)', ({ fields, sides }) => {
		const { record } = merge(fields, sides);
		const again = merge(fields, { base: sides.theirs, mine: record, theirs: sides.theirs });
		expect(canonical(fields, again.record)).toBe(canonical(fields, record));
		expect([...again.clashes, ...again.taken]).toEqual([]);
	});

	law('are not told about a record that was kept as sent (11)', ({ fields, sides: { mine } }) => {
		expect(told(fields, mine, { ...mine, [unknown]: 'added by the service' })).toEqual([]);
	});
});

describe('what the service did with a record', () => {
	const fields = recordTypes.supplier.fields;

	test('names a value that it changed, dropped or added', () => {
		const sent = { name: 'Green Hill', phone: '12 34', paymentDays: 30 };
		const now = { id: '7', name: 'GREEN HILL', paymentDays: 30, isActive: true };
		expect(told(fields, sent, now)).toEqual([
			{ at: 'name', what: 'changed', sent: 'Green Hill', now: 'GREEN HILL' },
			{ at: 'phone', what: 'dropped', sent: '12 34', now: null },
			{ at: 'isActive', what: 'added', sent: null, now: true },
		]);
	});
});
