// Undoing an import restores the service, even after a stop or a restart. What colleagues changed meanwhile stays.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { whole } from '../../../../test/support/whole.ts';
import { Importing } from '../../../../test/support/importing.ts';

interface Supplier {
	readonly id: string;
	readonly [field: string]: unknown;
}

const words = fc.constantFrom(
	'Riverside',
	'Green Hill',
	'Abbey',
	'007',
	'x; y',
	'زبدة',
	'two\nlines',
);
const fields = {
	paymentDays: fc.option(fc.integer({ min: 0, max: 90 })),
	phone: fc.option(words),
	email: fc.option(words),
};
const fieldNames = ['paymentDays', 'phone', 'email'] as const;
const suppliers = fc.array(fc.record(fields), { minLength: 1, maxLength: 6 }).map((each) =>
	each.map((supplier, at): Supplier => ({
		id: `P-${String(at)}`,
		name: `Supplier ${String(at)}`,
		// Of a field that Stillroom does not know.
		rating: at,
		...Object.fromEntries(Object.entries(supplier).filter(([, value]) => value !== null)),
	})),
);

const history = fc.record({
	suppliers,
	rows: fc.array(fc.record({ ...fields, isKnown: fc.boolean() }), { minLength: 6, maxLength: 6 }),
	/** Colleagues who change a field between the import and its undo. */
	theirs: fc.array(fc.constantFrom('', '', 'paymentDays', 'phone'), { minLength: 6, maxLength: 6 }),
	interrupted: fc.constantFrom('never', 'stopped', 'restarted', 'stopped and restarted'),
});

/** The service shows an empty field as null or leaves it out. */
const contentOf = (supplier: unknown): object =>
	Object.fromEntries(
		Object.entries(supplier as object).filter(([, value]) => value !== null && value !== ''),
	);

const written = (value: string | number | null): string => String(value ?? '(empty)');

async function end(importing: Importing, runId: string, how: string): Promise<void> {
	const { kitchen } = importing;
	if (how.includes('stopped')) {
		await importing.stop(runId);
		await kitchen.clock.pass(2_000);
	}
	if (how.includes('restarted')) await importing.restart({ importsPerMinute: 6000 });
	if (how.includes('stopped')) importing.kitchen.call('import.resume', { runId });
	await importing.kitchen.clock.pass(5_000);
	await importing.kitchen.send();
	await importing.kitchen.pull();
}

test('undoing an import restores everything, except what a colleague changed since, which is named', async () => {
	await fc.assert(
		fc.asyncProperty(history, async ({ suppliers: before, rows, theirs, interrupted }) => {
			const importing = await Importing.open({
				'supplier.list': before.map((each) => ({ ...each })),
			});
			try {
				const paths = ['id', ...fieldNames];
				const table = rows
					.slice(0, before.length)
					.flatMap((row, at) =>
						row.isKnown
							? [[`P-${String(at)}`, ...fieldNames.map((path) => written(row[path]))]]
							: [],
					);
				if (table.length === 0) return;
				const { previewId, summary } = await importing.read(table, [...paths]);
				expect(summary.counts.error).toBe(0);
				if (summary.toSend === 0) return;
				const runId = await importing.begin(previewId);
				await importing.kitchen.clock.pass(15);
				await end(importing, runId, interrupted);
				const { run } = importing.kitchen.call('import.run', { runId });
				expect(run).toMatchObject({ state: 'done', applied: summary.toSend, failed: 0 });

				const { service } = importing.kitchen;
				service.lists['supplier.list'] = service.lists['supplier.list']!.map((each, at) => {
					const field = theirs[at] ?? '';
					return field === '' ? each : { ...(each as object), [field]: valueOf(field) };
				});
				await importing.kitchen.pull();
				const sent = importing.kitchen
					.call('import.run', { runId, limit: 500 })
					.rows.flatMap(({ id, changes }) => changes.map(({ at }) => `${String(id)} ${at}`));

				const undo = await importing.propose({ source: 'undo', runId });
				const named = importing
					.rows(undo.previewId)
					.flatMap(({ id, problems }) =>
						problems.flatMap(({ at, code }) =>
							code === 'changed-since' ? [`${String(id)} ${String(at)}`] : [],
						),
					);
				if (undo.toSend > 0) {
					await end(importing, await importing.begin(undo.previewId), interrupted);
				}
				const touched = before.map((_, at) => `P-${String(at)} ${theirs[at] ?? ''}`);
				expect(named.toSorted()).toEqual(touched.filter((each) => sent.includes(each)).toSorted());
				expect(importing.kitchen.service.lists['supplier.list']!.map(contentOf)).toEqual(
					before.map((each, at) => {
						const field = theirs[at] ?? '';
						return contentOf(field === '' ? each : { ...each, [field]: valueOf(field) });
					}),
				);
			} finally {
				await importing.kitchen.end();
			}
		}),
		{ numRuns: whole ? 200 : 12 },
	);
}, 120_000);

/** No value that an import writes. */
function valueOf(field: string): unknown {
	return field === 'paymentDays' ? 99 : 'Of a colleague';
}
