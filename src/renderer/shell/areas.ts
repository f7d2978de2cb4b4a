// The table of areas. The rail, the palette, the window's menu, the screen registry and the links of the outbox are
// made from it. The path of an area is its name: `/counts`.
import type { AppState } from '../../shared/bridge/app.ts';
import { areaOf as sharedAreaOf, type LaneDocument } from '../../shared/document/stored.ts';
import type { Place } from '../../shared/record/record-kit.ts';
import {
	recordDocument,
	recordTypeNames,
	typeNamed,
	type RecordTypeName,
} from '../../shared/record/records.ts';
import { routeOf } from '../../shared/record/registry.ts';
import type { MessageKey } from '../messages/catalogue.ts';
import type { IconName } from '../ui/icons.ts';

/** Headings of the rail, in order; those without areas are not shown. */
const headings = {
	stock: 'shell.stock',
	buying: 'shell.buying',
	catalogue: 'shell.catalogue',
	reports: 'shell.reports',
	organisation: 'shell.organisation',
	access: 'shell.access',
	thisPc: 'common.thisPc',
} as const satisfies Record<string, MessageKey>;

interface AreaRow {
	/** None for an area that is not on the rail. */
	readonly section?: keyof typeof headings;
	readonly title: MessageKey;
	readonly icon: IconName;
	/** The documents that are listed here: the rail counts the open ones, and the outbox links to them. */
	readonly work?: keyof AppState['open'] | 'outbox' | 'followUps';
	/** The records that are listed here. */
	readonly record?: RecordTypeName;
	/** Pages that the palette offers; a button that creates something is a common one. */
	readonly pages?: readonly AreaPage[];
}

interface AreaPage {
	/** Below the path of the area: `new`. */
	readonly path: string;
	readonly title: MessageKey;
	readonly icon?: IconName;
	/** Listed before anything is typed. */
	readonly isCommon?: boolean;
}

/** Where the lists of records stand. */
const sectionOf = {
	stock: 'catalogue',
	buying: 'buying',
	catalogue: 'catalogue',
	reports: 'reports',
	organisation: 'organisation',
	access: 'access',
	integrations: 'organisation',
} as const satisfies Record<Place, keyof typeof headings>;

/** Screens beside the list and the form of a record type. */
const ownPages: Partial<Readonly<Record<RecordTypeName, readonly AreaPage[]>>> = {
	report: [
		{ path: 'tower', title: 'serviceReports.tower' },
		{ path: 'dashboard', title: 'serviceReports.dashboard' },
	],
};

const recordAreas = Object.fromEntries(
	recordTypeNames.map((name): [string, AreaRow] => [
		name,
		{
			section: sectionOf[typeNamed(name).place],
			title: `recordTypes.${name}`,
			icon: 'note',
			record: name,
			pages: [
				...(routeOf(name, 'create') === null
					? []
					: [{ path: 'new', title: `recordTypes.${name}-new` } as const]),
				...(ownPages[name] ?? []),
			],
		},
	]),
	// Each type is under its own name.
) as Record<RecordTypeName, AreaRow>;

const table = {
	counts: {
		section: 'stock',
		title: 'stocktake.title',
		icon: 'clipboard',
		work: 'stocktake',
		pages: [
			{ path: 'new', title: 'stocktake.newCount', isCommon: true },
			{ path: 'history', title: 'countHistory.title', icon: 'clock' },
		],
	},
	waste: {
		section: 'stock',
		title: 'wastage.title',
		icon: 'bin',
		work: 'wastage',
		pages: [
			{ path: 'new', title: 'wastage.new', isCommon: true },
			{ path: 'totals', title: 'wastage.totalsTitle' },
		],
	},
	transfers: {
		section: 'stock',
		title: 'transfer.title',
		icon: 'transfer',
		work: 'transfer',
		pages: [
			{ path: 'new', title: 'transferOut.new', isCommon: true },
			{ path: 'report', title: 'transferReport.title' },
		],
	},
	requests: {
		section: 'buying',
		title: 'purchaseRequest.title',
		icon: 'note',
		work: 'purchaseRequest',
		pages: [
			{ path: 'new', title: 'purchaseRequest.new' },
			{ path: 'totals', title: 'purchaseRequest.totalsTitle' },
		],
	},
	deliveries: { section: 'buying', title: 'delivery.title', icon: 'calendar' },
	orders: {
		section: 'buying',
		title: 'purchaseOrder.title',
		icon: 'box',
		work: 'purchaseOrder',
		pages: [
			{ path: 'new', title: 'purchaseOrder.new', isCommon: true },
			{ path: 'totals', title: 'purchaseOrder.totalsTitle' },
		],
	},
	ordering: {
		section: 'buying',
		title: 'ordering.title',
		icon: 'calendar',
		pages: [
			{ path: 'tables/par', title: 'ordering.table-par' },
			{ path: 'tables/delivery', title: 'ordering.table-delivery' },
			{ path: 'tables/terms', title: 'ordering.table-terms' },
			{ path: 'tables/standing', title: 'ordering.table-standing' },
		],
	},
	prices: { section: 'buying', title: 'price.title', icon: 'note' },
	returns: {
		section: 'buying',
		title: 'returnOrder.title',
		icon: 'undo',
		work: 'returnOrder',
		pages: [
			{ path: 'new', title: 'returnOrder.new' },
			{ path: 'totals', title: 'returnOrder.totalsTitle' },
		],
	},
	imports: {
		section: 'catalogue',
		title: 'import.title',
		icon: 'download',
		pages: [
			{ path: 'new', title: 'import.newTitle' },
			{ path: 'upload', title: 'import.uploadTitle' },
		],
	},
	credits: {
		section: 'buying',
		title: 'credit.title',
		icon: 'note',
		pages: [
			{ path: 'new', title: 'credit.new' },
			{ path: 'totals', title: 'credit.totalsTitle' },
		],
	},
	'follow-ups': { section: 'buying', title: 'followUp.title', icon: 'flag', work: 'followUps' },
	duplicates: { section: 'catalogue', title: 'duplicates.title', icon: 'filter' },
	organisation: { section: 'organisation', title: 'lookup.treeTitle', icon: 'place' },
	marketplace: { section: 'organisation', title: 'marketplace.title', icon: 'transfer' },
	access: { section: 'access', title: 'access.title', icon: 'person' },
	...recordAreas,
	outbox: { section: 'thisPc', title: 'outbox.title', icon: 'outbox', work: 'outbox' },
	settings: {
		section: 'thisPc',
		title: 'settings.title',
		icon: 'sliders',
		pages: [
			{ path: 'rescue', title: 'rescue.title', icon: 'box' },
			{ path: 'service-check', title: 'serviceCheck.title', icon: 'check' },
		],
	},
	/** The first run. */
	connect: { title: 'connect.title', icon: 'place' },
} as const satisfies Record<string, AreaRow>;

export type Area = keyof typeof table;

/** In the order of the rail. */
export const areaNames = Object.keys(table).filter((name): name is Area => name in table);

export const areas: Readonly<Record<Area, AreaRow>> = table;

/** Sections that open when somebody goes there: their lists are many, and seldom needed. */
const folded: readonly string[] = ['catalogue', 'reports', 'organisation', 'access'];

/** The rail: sections with their areas. */
export const rail = Object.entries(headings)
	.map(([section, heading]) => {
		const within = areaNames.filter((area) => areas[area].section === section);
		return { heading, isFolded: folded.includes(section), areas: within };
	})
	.filter(({ areas }) => areas.length > 0);

export const listedAreas: readonly Area[] = rail.flatMap((section) => section.areas);

/** Where a document of the outbox opens. */
export const areaOf = (document: LaneDocument): Area =>
	areaNames.find((area) => {
		const { work, record } = areas[area];
		return record === undefined
			? work === sharedAreaOf(document)
			: recordDocument(record) === document;
	}) ?? 'outbox';

/** The number beside an area: what needs attention, else what is open. */
export function openIn(
	area: Area,
	{ open, needYou, outbox, followUps }: AppState,
): { readonly count: number; readonly kind: 'needYou' | 'openCount' | 'waitingCount' } {
	const { work } = areas[area];
	if (work === undefined) return { count: 0, kind: 'openCount' };
	if (work === 'followUps') return { count: followUps, kind: 'openCount' };
	const [needs, others] =
		work === 'outbox' ? [outbox.needYou, outbox.waiting] : [needYou[work], open[work]];
	if (needs > 0) return { count: needs, kind: 'needYou' };
	return { count: others, kind: work === 'outbox' ? 'waitingCount' : 'openCount' };
}
