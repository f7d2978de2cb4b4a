// The message catalogue: two files per area. To add an area, add both files and its line in the types here.

/** TypeScript's view of the English files; messages.spec.ts compares it with the folder. */
interface English {
	access: typeof import('./en/access.json');
	bulk: typeof import('./en/bulk.json');
	common: typeof import('./en/common.json');
	connect: typeof import('./en/connect.json');
	countHistory: typeof import('./en/count-history.json');
	countPaper: typeof import('./en/count-paper.json');
	countReview: typeof import('./en/count-review.json');
	credit: typeof import('./en/credit.json');
	cutOff: typeof import('./en/cutOff.json');
	decision: typeof import('./en/decision.json');
	delivery: typeof import('./en/delivery.json');
	desktop: typeof import('./en/desktop.json');
	document: typeof import('./en/document.json');
	draft: typeof import('./en/draft.json');
	duplicates: typeof import('./en/duplicates.json');
	edit: typeof import('./en/edit.json');
	entry: typeof import('./en/entry.json');
	errors: typeof import('./en/errors.json');
	evidence: typeof import('./en/evidence.json');
	filter: typeof import('./en/filter.json');
	followUp: typeof import('./en/follow-up.json');
	keys: typeof import('./en/keys.json');
	ordering: typeof import('./en/ordering.json');
	import: typeof import('./en/import.json');
	lookup: typeof import('./en/lookup.json');
	marketplace: typeof import('./en/marketplace.json');
	outbox: typeof import('./en/outbox.json');
	outboxHistory: typeof import('./en/outbox-history.json');
	overlap: typeof import('./en/overlap.json');
	plan: typeof import('./en/plan.json');
	posting: typeof import('./en/posting.json');
	price: typeof import('./en/price.json');
	purchaseOrder: typeof import('./en/purchaseOrder.json');
	purchasing: typeof import('./en/purchasing.json');
	purchaseRequest: typeof import('./en/purchaseRequest.json');
	receiving: typeof import('./en/receiving.json');
	record: typeof import('./en/record.json');
	recordTypes: typeof import('./en/record-types.json');
	report: typeof import('./en/report.json');
	rescue: typeof import('./en/rescue.json');
	return: typeof import('./en/return.json');
	returnOrder: typeof import('./en/returnOrder.json');
	scan: typeof import('./en/scan.json');
	serviceCheck: typeof import('./en/service-check.json');
	serviceReports: typeof import('./en/service-reports.json');
	settings: typeof import('./en/settings.json');
	several: typeof import('./en/several.json');
	sheet: typeof import('./en/sheet.json');
	shell: typeof import('./en/shell.json');
	stocktake: typeof import('./en/stocktake.json');
	transferReport: typeof import('./en/transferReport.json');
	transferIn: typeof import('./en/transferIn.json');
	transferOut: typeof import('./en/transferOut.json');
	transfer: typeof import('./en/transfer.json');
	twins: typeof import('./en/twins.json');
	undo: typeof import('./en/undo.json');
	wastage: typeof import('./en/wastage.json');
}

export type LanguageCode = 'en' | 'ar';

/** `area.message`: `stocktake.title`. */
export type MessageKey = {
	[Area in keyof English]: `${Area}.${keyof English[Area] & string}`;
}[keyof English];

const files = import.meta.glob<Readonly<Record<string, string>>>(['./en/*.json', './ar/*.json'], {
	import: 'default',
	eager: true,
});

/** All messages of a language by full key; `count-history.json` holds `countHistory`. */
export function messagesOf(language: LanguageCode): ReadonlyMap<string, string> {
	return new Map(
		Object.entries(files).flatMap(([path, messages]) => {
			const [, folder, file = ''] = /^\.\/(\w+)\/(.+)\.json$/.exec(path) ?? [];
			if (folder !== language) return [];
			const area = file.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
			return Object.entries(messages).map(
				([name, message]) => [`${area}.${name}`, message] as const,
			);
		}),
	);
}
