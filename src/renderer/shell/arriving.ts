// Documents of the service that can be received here now, for the palette.
import { kinds } from '../../shared/document/kinds.ts';
import { nameField } from '../../shared/document/field-schemas.ts';
import type { Field } from '../../shared/document/kit.ts';
import { receivingDrafts, receivings } from '../../shared/document/receiving.ts';
import type { App } from '../app.svelte.ts';
import { callsOf } from '../document/kind-calls.ts';
import { areaOf, type Area } from './areas.ts';

export interface Arriving {
	readonly documentId: string;
	readonly number: string;
	readonly from: string;
	readonly area: Area;
}

const received = receivingDrafts
	.map((name) => receivings[name])
	.filter(({ stock, calls, against }) => stock === 'in' && calls === against)
	.map(({ against }) => kinds[against]);

export async function arrivingAt(
	app: Pick<App, 'call'>,
	locationId: string,
): Promise<readonly Arriving[]> {
	const found = received.map(async (kind) => {
		const reply = await callsOf(app, kind).list({ locationId, filter: {}, from: 0 });
		const rows = reply.ok ? reply.value.documents : [];
		return rows
			.filter((row) => row.kind === kind.name && row.move === 'ours')
			.map((row): Arriving => {
				const { documentId, number } = row;
				const names = Object.entries<Field>(kind.head).flatMap(([name, { as }]) =>
					as === 'reference' ? String(row[nameField(name)]) : [],
				);
				const from = names.join(' · ');
				return { documentId, number, from, area: areaOf(kind.name) };
			});
	});
	return (await Promise.all([...found, deliveriesAt(app, locationId)])).flat();
}

/** Orders that are due or late. */
async function deliveriesAt(app: Pick<App, 'call'>, locationId: string): Promise<Arriving[]> {
	const reply = await app.call('delivery.list', { locationId });
	const rows = reply.ok ? reply.value.deliveries : [];
	return rows
		.filter(({ group, due }) => due > 0 && group !== 'later' && group !== 'undated')
		.map(({ documentId, number, supplierName: from }) => {
			return { documentId, number, from, area: 'deliveries' };
		});
}
