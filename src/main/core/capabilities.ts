// The capabilities behind the bridge, by the prefix of their calls. Each is created on its first call.
import { join } from 'node:path';
import { accessCapability } from './access/access.ts';
import type { AccountConnection } from './account-connection.ts';
import type { AccountInUse } from './account-in-use.ts';
import type { App } from './app/app.ts';
import { listedKinds } from '../../shared/document/kinds.ts';
import { catalogueCapability } from './catalogue/catalogue.ts';
import type { CoreContext } from './context.ts';
import { documentsOf, handlersOf } from './document/all-kinds.ts';
import { creditCapability } from './credit/credit.ts';
import { findCapability } from './document/finding.ts';
import { importCapability } from './import/import.ts';
import type { ImportRuns } from './import/runs.ts';
import { followUpCapability } from './follow-up/follow-up.ts';
import type { FollowUps } from './follow-up/follow-ups.ts';
import { deliveryCapability } from './delivery/delivery.ts';
import { desktopCapability } from './desktop/desktop.ts';
import type { Capabilities } from './dispatch.ts';
import type { Events } from './events.ts';
import { lookupCapability } from './lookup/lookup.ts';
import { marketplaceCapability } from './marketplace/marketplace.ts';
import { once } from './once.ts';
import { orderingCapability } from './ordering/ordering.ts';
import { outboxCapability } from './outbox/calls.ts';
import type { OutboxEngine } from './outbox/engine.ts';
import { photoCapability } from './photo/photo.ts';
import { priceCapability } from './price/price.ts';
import { purchasingCapability, purchasingOnThisPc } from './purchasing/purchasing.ts';
import { practiceCapability } from './practice/practice.ts';
import { recordCapability, type RecordParts } from './record/record.ts';
import { recipeCapability } from './recipe/recipe.ts';
import { reportCapability } from './report/report.ts';
import type { RescueCapability } from './rescue/rescue.ts';
import { openReturns, returnCapability } from './return/return.ts';
import { scanCapability } from './scan/scan.ts';
import type { ServiceCheck } from './service-check/service-check.ts';
import { Session } from './session/session.ts';
import { settingsCapability } from './settings/settings.ts';
import { presentCounters, type PresentCounters } from './stocktake/counters.ts';
import { countPaperCapability } from './stocktake/second-entry.ts';
import { CountCutOff } from './stocktake/cut-off.ts';
import { evidenceCapability } from './stocktake/evidence.ts';
import { countHistoryCapability, findCounts } from './stocktake/history.ts';
import { countPlanCapability } from './stocktake/plans.ts';
import { countTemplateCapability } from './stocktake/templates.ts';
import { postingCapability } from './stocktake/posting-progress.ts';
import { stocktakeCapability } from './stocktake/stocktake.ts';
import type { Accounts } from './store/accounts.ts';
import { photoFiles } from './store/photos.ts';
import type { SettingsTable } from './store/settings.ts';
import { supportCapability } from './support/support.ts';
import { transferCapability } from './transfer/transfer.ts';
import { openWaste, wasteCapability } from './waste/waste.ts';

interface WorkParts {
	context: CoreContext;
	dataFolder: string;
	outbox: OutboxEngine;
	connectivity: Parameters<typeof outboxCapability>[2];
	present: PresentCounters;
	followUps: () => FollowUps;
	records: () => RecordParts;
	runs: ImportRuns;
}

interface CapabilityParts extends Omit<WorkParts, 'connectivity' | 'present' | 'followUps'> {
	accounts: Accounts;
	account: AccountInUse;
	connection: AccountConnection;
	settings: SettingsTable;
	events: Events;
	app: App;
	rescue: () => RescueCapability;
	serviceCheck: ServiceCheck;
}

export function capabilitiesOf(parts: CapabilityParts): Capabilities {
	const { context, connection, settings, outbox, app, rescue, serviceCheck } = parts;
	const present = presentCounters(context.ports.clock);
	return {
		...workCapabilities({
			...parts,
			connectivity: () => connection.connected()?.connectivity ?? null,
			present,
			followUps: () => app.followUps(),
		}),
		access: once(() => accessCapability(context)),
		marketplace: once(() => marketplaceCapability(context)),
		lookup: once(() => lookupCapability(context)),
		report: once(() => reportCapability(context)),
		app: () => app.handlers,
		network: () => app.handlers,
		sync: () => app.handlers,
		settings: once(() => settingsCapability(context, settings)),
		session: once(() => new Session(parts).handlers),
		practice: once(() => practiceCapability(context)),
		rescue: () => rescue().handlers,
		serviceCheck: () => serviceCheck.handlers,
		desktop: once(() => desktopCapability(context.ports, { sending: outbox.isSending, present })),
		support: once(() => supportCapability(context, () => app.state())),
	};
}

/** What works on documents, counts and records. */
export function workCapabilities(parts: WorkParts) {
	const { context, dataFolder, outbox, connectivity, present, followUps, records, runs } = parts;
	const catalogue = once(() => catalogueCapability(context));
	const documents = documentsOf(context, purchasingOnThisPc(context));
	const transfer = once(() => transferCapability(context));
	const record = once(() => recordCapability(context, records()));
	const cutOff = once(
		() =>
			new CountCutOff(context, (...asked) => [
				...openWaste(documents.wastage(), ...asked),
				...openReturns(documents.returnOrder(), ...asked),
				...transfer().open(...asked),
			]),
	);
	const returns = once(() => returnCapability(context, documents.returnOrder()));
	const { locations } = context.store;
	return {
		location: catalogue,
		item: catalogue,
		wasteReason: catalogue,
		supplier: catalogue,
		stock: catalogue,
		stocktake: once(() => stocktakeCapability(context, cutOff(), present)),
		countHistory: once(() => countHistoryCapability(context)),
		countPaper: once(() => countPaperCapability(context)),
		countPlan: once(() => countPlanCapability(context)),
		countTemplate: once(() => countTemplateCapability(context)),
		cutOff: () => cutOff().handlers,
		posting: once(() => postingCapability(context)),
		evidence: once(() => evidenceCapability(context)),
		record,
		import: once(() => importCapability(context, records(), runs)),
		recipe: once(() => recipeCapability(context)),
		scan: once(() => scanCapability(context)),
		photo: once(() => photoCapability(context, photoFiles(join(dataFolder, 'photos')))),
		document: once(() =>
			findCapability(context, [
				findCounts(context),
				...transfer().find,
				...listedKinds.map((name) => documents[name]().find),
			]),
		),
		...handlersOf(documents),
		waste: once(() => wasteCapability(context, documents.wastage())),
		return: returns,
		returnOrder: returns,
		delivery: once(() => deliveryCapability(context, documents.purchaseOrder())),
		transfer: () => transfer().handlers,
		transferIn: () => transfer().handlers,
		transferOut: () => transfer().handlers,
		credit: once(() => creditCapability(context)),
		followUp: once(() => followUpCapability(context, followUps(), documents.purchaseOrder, record)),
		ordering: once(() =>
			orderingCapability(context, documents.purchaseOrder, documents.returnOrder),
		),
		outbox: once(() =>
			outboxCapability(
				context,
				outbox,
				connectivity,
				(locationId) => locations.get(context.account()?.accountId ?? '', locationId).name,
			),
		),
		price: once(() => priceCapability(context)),
		purchasing: once(() => purchasingCapability(context, documents)),
	};
}
