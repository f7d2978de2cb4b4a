// What depends on a record beside other records: stock, open documents, drafts, counts and templates. From the copies and
// the work on this PC, before a record is made inactive or deleted.
import { z } from 'zod';
import type { CallArguments, CallOutput } from '../../../shared/bridge/contract.ts';
import type { Phase } from '../../../shared/bridge/values.ts';
import { kinds, kindNames, type KindName } from '../../../shared/document/kinds.ts';
import { addTo } from '../../../shared/domain/decimal.ts';
import { isObject } from '../../../shared/record/merge.ts';
import type { RecordTypeName } from '../../../shared/record/records.ts';
import { phaseOf, type ServiceProfile } from '../../../shared/service/profile.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import { keptOr } from '../store/kept-json.ts';
import { mentionsIn } from '../store/mentions.ts';

type Dependents = CallOutput<'record.dependents'>;

const document = z.looseObject({
	id: z.string(),
	number: z.string().optional(),
	status: z.union([z.string(), z.number()]).optional(),
	templateName: z.string().optional(),
	isActive: z.boolean().optional(),
});

/** Documents that somebody still works on; what is done keeps its record. */
const isOpen = (profile: ServiceProfile, kind: KindName, status: string): boolean => {
	const { open } = kinds[kind];
	const phases: readonly Phase[] = ['draft', 'submitted', ...(open === 'drafts' ? [] : open)];
	return phases.includes(phaseOf(profile, kind, status));
};

export function dependentsOf(context: Pick<CoreContext, 'store'>) {
	const { store } = context;
	const mentions = mentionsIn(store);
	const { locations, pulls } = store;

	const stockOf = (accountId: string, itemId: string | null): Dependents['stock'] => {
		const sums = new Map<string, string>();
		for (const { locationId, quantity } of mentions.stockOf(accountId, itemId)) {
			addTo(sums, locationId, quantity);
		}
		return [...sums].map(([locationId, quantity]) => ({
			locationId,
			locationName: locations.get(accountId, locationId).name,
			quantity,
		}));
	};

	return (
		{ accountId, profile }: ActiveAccount,
		{ type, id, uomId }: CallArguments<'record.dependents'>,
	): Dependents => {
		const as = (name: RecordTypeName) => (type === name ? id : null);
		const [itemId, areaId] = [as('inventoryItem'), as('storageArea')];
		const isMeant = (text: string) => {
			const json = keptOr(z.unknown(), text, null);
			return uomId === undefined ? namesRecord(json, type, id) : namesUnit(json, id, uomId);
		};
		const named = mentions
			.documents(accountId, [...kindNames, 'requisitionTemplate'], id)
			.filter(({ json }) => isMeant(json))
			.map(({ kind, json }) => ({ kind, record: keptOr(document, json, null) }));
		return {
			stock: uomId === undefined ? stockOf(accountId, itemId) : [],
			stockedItems: uomId === undefined ? mentions.stocked(accountId, as('location'), areaId) : 0,
			documents: kindNames.flatMap((kind) =>
				named.flatMap(({ kind: own, record }) =>
					own === kind && record !== null && isOpen(profile, kind, String(record.status ?? ''))
						? [{ document: kind, id: record.id, number: record.number ?? '' }]
						: [],
				),
			),
			drafts: mentions
				.drafts(accountId, id)
				.filter(({ body }) => isMeant(body))
				.flatMap(({ draftId, serverId, document: kind }) =>
					kindNames.some((each) => each === kind)
						? [{ document: kind, id: serverId ?? draftId, number: '' }]
						: [],
				),
			counts: mentions.counts(accountId, itemId, areaId),
			countTemplates: mentions.countTemplates(accountId, itemId, areaId),
			wasteTemplates: mentions.wasteTemplates(accountId, itemId, as('wasteReason')),
			orderTemplates: named.flatMap(({ kind, record }) =>
				kind === 'requisitionTemplate' && record !== null && record.isActive !== false
					? [record.templateName ?? record.id]
					: [],
			),
			asOf: pulls.asOf(accountId, 'location'),
		};
	};
}

const inFields: { readonly [Type in RecordTypeName]?: string } = {
	inventoryItem: 'item',
	prepItem: 'item',
	wasteReason: 'reason',
	storageArea: 'area',
};

/** Records of different types may have the same id, so the field decides: `fromLocationId`, `locations`, `itemId`. */
function namesRecord(json: unknown, type: RecordTypeName, id: string): boolean {
	const word = (inFields[type] ?? type).toLowerCase();
	const isOfType = (field: string) =>
		field
			.toLowerCase()
			.replace(/(ids?|s)$/, '')
			.endsWith(word);
	const isNamed = (value: unknown, field: string): boolean =>
		value === id
			? isOfType(field)
			: Array.isArray(value)
				? value.some((each) => isNamed(each, field))
				: isObject(value) && Object.entries(value).some(([name, each]) => isNamed(each, name));
	return isNamed(json, '');
}

/** Whether a line of the item is in the unit: a copy of the service numbers it, a draft of ours names its boxes. */
function namesUnit(json: unknown, itemId: string, uomId: number): boolean {
	const isUnit = (value: unknown): boolean =>
		isObject(value)
			? Object.entries(value).some(([name, each]) =>
					['uomId', 'uom', 'unitId'].includes(name) ? String(each) === String(uomId) : isUnit(each),
				)
			: Array.isArray(value) && value.some(isUnit);
	const isLine = (value: unknown): boolean =>
		Array.isArray(value)
			? value.some(isLine)
			: isObject(value) &&
				(value['itemId'] === itemId ? isUnit(value) : Object.values(value).some(isLine));
	return isLine(json);
}
