// What each screen asks the core, and asks again because what it shows may have changed.
import { expect, it } from 'vitest';
import { openAll } from '../../../test/support/all-screens.ts';
import type { EventName } from '../../shared/bridge/contract.ts';
import { documentAreas } from '../../shared/document/kinds.ts';

/** A screen asks at once. */
const soon = () => new Promise((resolve) => setImmediate(resolve));

/** Of the program's frame, on every page. */
const ofFrame = ['app.state', 'outbox.undoable', 'rescue.state'];

it('reads again what it shows, after a lost connection and at what an event is about', async () => {
	const { screen, named, stocktakeId } = await openAll();
	/** The names of the calls that this makes, but those of the frame. */
	const asks = async (cause: () => void): Promise<string[]> => {
		const before = screen.calls.length;
		cause();
		await soon();
		const names = new Set(screen.calls.slice(before).map((call): string => call.name));
		return [...names].filter((name) => !ofFrame.includes(name)).toSorted();
	};
	const before = screen.calls.length;
	expect(await asks(screen.reconnect)).toEqual([]);
	const ofAll = screen.calls.slice(before).map(({ name }) => name);
	expect(ofAll.toSorted()).toEqual(ofFrame);
	const here = { locationId: 'L-1' };
	const events: Record<string, [EventName, object]> = {
		outbox: ['outbox.changed', {}],
		credit: ['credit.changed', here],
		'follow-up': ['followUp.changed', here],
		count: ['stocktake.changed', { stocktakeId, line: null }],
		check: ['serviceCheck.changed', {}],
	};
	for (const area of ['stocktake', ...documentAreas, 'record'])
		events[area] = ['documents.changed', { area }];
	const reconnected: string[] = [];
	const again = new Map<string, string[]>();
	const opened: string[] = [];
	let isOnline = true;
	for (const [path, name] of named) {
		const begun = screen.calls.length;
		await screen.go(path);
		const asked = screen.calls
			.slice(begun)
			.map((call) => `${call.name} ${JSON.stringify(call.input)}`);
		opened.push(name, ...[...new Set(asked)].toSorted().map((line) => `\t${line}`));
		const calls = await asks(screen.reconnect);
		if (calls.length > 0) reconnected.push(`${name}: ${calls.join(' ')}`);
		isOnline = !isOnline;
		const network = {
			...screen.app.state.network,
			state: isOnline ? 'online' : 'offline',
		} as const;
		events['network'] = ['app.changed', { ...screen.app.state, network }];
		for (const [about, [event, payload]] of Object.entries(events)) {
			const asked = await asks(() => screen.core.emit(event, payload));
			if (asked.length > 0) again.set(about, [...(again.get(about) ?? []), name]);
		}
	}
	const told = opened.join('\n').replaceAll(/\b[0-9a-f]{8}-[0-9a-f-]{27}\b/g, '…');
	await expect(told).toMatchFileSnapshot('asked.txt');
	expect(reconnected.toSorted()).toEqual([
		'/access: access.read',
		'/counts/:id/paper: stocktake.sheet',
		'/counts/:id/review: cutOff.get stocktake.review',
		'/counts/:id: stocktake.here stocktake.sheet stocktake.unknownCodes',
		'/counts/history: countHistory.list',
		'/counts: countTemplate.list stocktake.list',
		'/credits/:id: credit.get',
		'/credits/letter/:supplier: credit.letter',
		'/credits/totals: credit.list',
		'/credits: credit.list',
		'/deliveries/:id: delivery.get return.receipts',
		'/deliveries: delivery.list',
		'/duplicates: record.duplicates',
		'/follow-ups: followUp.list',
		'/imports: import.runs',
		'/marketplace: marketplace.search',
		'/ordering/:id: ordering.suggestion',
		'/ordering/tables/:table: ordering.list',
		'/ordering: ordering.board',
		'/orders/:id: delivery.get outbox.trail purchaseOrder.get purchasing.ofOrder return.receipts',
		'/orders/totals: purchaseOrder.list purchaseOrder.totals',
		'/orders: purchaseOrder.list',
		'/organisation: lookup.hierarchy',
		'/outbox: outbox.health outbox.list outbox.requests outbox.twins',
		'/prices/:id: price.history',
		'/prices: price.list',
		'/report/dashboard: report.widgets',
		'/report/tower: report.tower',
		'/report: record.list',
		'/requests/:id: outbox.trail purchaseRequest.get purchasing.ofRequest',
		'/requests/totals: purchaseRequest.list purchaseRequest.totals',
		'/requests: purchaseRequest.list',
		'/returns/:id: outbox.trail returnOrder.get',
		'/returns/new/:order: return.receipts',
		'/returns/new: return.receipts',
		'/returns/totals: returnOrder.list returnOrder.totals',
		'/returns: returnOrder.list',
		'/settings/rescue: rescue.waiting',
		'/settings/service-check: serviceCheck.state',
		'/settings: outbox.notReliedOn',
		'/supplier/:id: lookup.count record.get record.list',
		'/supplier: lookup.count record.list',
		'/transfers/:id: transfer.get',
		'/transfers/report: transfer.report',
		'/transfers: transfer.list',
		'/waste/:id: photo.list wastage.get',
		'/waste/totals: wastage.list wastage.totals',
		'/waste: wastage.list',
	]);
	const lines = [...again].map(([about, names]) => `${about}: ${names.toSorted().join(' ')}`);
	expect(lines.toSorted()).toEqual([
		'check: /settings/service-check',
		'count: /counts/:id /counts/:id/paper /counts/:id/review',
		'credit: /credits /credits/:id /credits/letter/:supplier /credits/totals',
		'follow-up: /follow-ups',
		'network: /access /counts/:id /marketplace /organisation /report/tower /supplier /supplier/:id',
		'outbox: /imports /orders/:id /outbox /requests/:id /returns/:id /settings /settings/rescue',
		'purchaseOrder: /counts/:id/review /credits /credits/:id /credits/totals /deliveries /deliveries/:id /duplicates /follow-ups /ordering /orders /orders/:id /orders/totals /prices/:id /report /returns/new /returns/new/:order',
		'purchaseRequest: /counts/:id/review /credits /credits/:id /credits/totals /deliveries/:id /duplicates /orders/:id /prices/:id /report /requests /requests/:id /requests/totals /returns/new /returns/new/:order',
		'record: /access /counts/:id/review /credits /credits/:id /credits/totals /deliveries/:id /duplicates /follow-ups /orders/:id /prices/:id /report /returns/new /returns/new/:order /supplier /supplier/:id',
		'returnOrder: /counts/:id/review /credits /credits/:id /credits/totals /deliveries/:id /duplicates /follow-ups /orders/:id /prices/:id /report /returns /returns/:id /returns/new /returns/new/:order /returns/totals',
		'stocktake: /counts /counts/:id/review /counts/history /credits /credits/:id /credits/totals /deliveries/:id /duplicates /orders/:id /prices/:id /report /returns/new /returns/new/:order',
		'transfer: /counts/:id/review /credits /credits/:id /credits/totals /deliveries/:id /duplicates /orders/:id /prices/:id /report /returns/new /returns/new/:order /transfers /transfers/:id /transfers/report',
		'wastage: /counts/:id/review /credits /credits/:id /credits/totals /deliveries/:id /duplicates /orders/:id /prices/:id /report /returns/new /returns/new/:order /waste /waste/:id /waste/totals',
	]);
}, 60_000);
