// The credit register of a location: claims against suppliers, what became of them, and what a letter lists.
import { withoutEffect } from '../../../shared/bridge/values.ts';
import { z } from 'zod';
import type { CallArguments } from '../../../shared/bridge/contract.ts';
import type { CreditInFull } from '../../../shared/bridge/credit.ts';
import { fail, succeed, type Failure, type Reply } from '../../../shared/bridge/reply.ts';
import { ageInDays, isSettled } from '../../../shared/credit/credit.ts';
import { isKindName } from '../../../shared/document/kinds.ts';
import { sumMoney } from '../../../shared/domain/money.ts';
import { piecesOf } from '../../../shared/domain/pieces.ts';
import { phaseOf } from '../../../shared/service/profile.ts';
import type { ActiveAccount, CoreContext } from '../context.ts';
import { businessDateAt } from '../document/dates.ts';
import { serverDocumentOf } from '../document/document-id.ts';
import { itemViews } from '../document/item-view.ts';
import { referredNames } from '../document/referred.ts';
import { creditLines, creditTables, type CreditRow } from '../store/credits.ts';
import { keptAs, keptOr, readable } from '../store/kept-json.ts';

export class CreditRegister {
	readonly #context: CoreContext;
	readonly #credits;
	readonly #items;
	readonly #referred;

	constructor(context: CoreContext) {
		const { store } = context;
		this.#context = context;
		this.#credits = creditTables(store.durable);
		this.#items = itemViews(store);
		this.#referred = referredNames(store);
	}

	today({ accountId }: ActiveAccount, locationId: string): string {
		const location = this.#context.store.locations.get(accountId, locationId);
		return businessDateAt(location, this.#context.ports.clock.now());
	}

	all(account: ActiveAccount, locationId: string): CreditInFull[] {
		const { accountId } = account;
		const { nameOf } = this.#referred(accountId);
		return readable(this.#credits.at(accountId, locationId), (row) =>
			this.#inFull(account, row, nameOf('supplier', row.supplier_id)),
		);
	}

	get(account: ActiveAccount, creditId: string): Reply<CreditInFull> {
		const { accountId } = account;
		const row = this.#credits.get(accountId, creditId);
		if (row === null) return notHere();
		const supplier = this.#referred(accountId).nameOf('supplier', row.supplier_id);
		return succeed(this.#inFull(account, row, supplier));
	}

	add(account: ActiveAccount, given: CallArguments<'credit.add'>): Reply<CreditInFull> {
		const { ports, settings } = this.#context;
		const { accountId } = account;
		const { locationId } = given;
		const creditId = given.creditId ?? ports.newId();
		this.#credits.add({
			credit_id: creditId,
			account_id: accountId,
			location_id: locationId,
			supplier_id: given.supplierId,
			kind: given.kind,
			business_date: given.businessDate ?? this.today(account, locationId),
			document_id: given.documentId,
			document_number: given.documentNumber,
			currency: this.#context.store.locations.get(accountId, locationId).currency,
			lines: JSON.stringify(given.lines),
			note: given.note,
			at: ports.clock.now(),
			by: settings().person,
		});
		return this.get(account, creditId);
	}

	change(account: ActiveAccount, given: CallArguments<'credit.change'>): Reply<CreditInFull> {
		const { ports, settings } = this.#context;
		const { accountId } = account;
		const { creditId, version, state, amount, note } = given;
		if (this.#credits.get(accountId, creditId) === null) return notHere();
		if (version !== (this.#credits.steps(creditId).at(-1)?.number ?? 0))
			return fail('changed-meanwhile', 'Somebody changed this claim meanwhile.');
		this.#credits.addStep({
			step_id: ports.newId(),
			account_id: accountId,
			credit_id: creditId,
			number: version + 1,
			state,
			business_date: given.businessDate,
			amount,
			note,
			at: ports.clock.now(),
			by: settings().person,
		});
		return this.get(account, creditId);
	}

	letter(account: ActiveAccount, { locationId, supplierId }: CallArguments<'credit.letter'>) {
		const { accountId } = account;
		const claims = this.all(account, locationId).filter(
			(each) => each.supplierId === supplierId && !isSettled(each.state),
		);
		const byCurrency = Map.groupBy(claims, ({ currency }) => currency);
		return {
			locationName: this.#context.store.locations.get(accountId, locationId).name,
			supplierName: this.#referred(accountId).nameOf('supplier', supplierId),
			businessDate: this.today(account, locationId),
			claims,
			totals: [...byCurrency].map(([currency, each]) => ({
				currency,
				amount: sumMoney(each.map(({ amount }) => amount)),
			})),
		};
	}

	#inFull(account: ActiveAccount, row: CreditRow, supplierName: string): CreditInFull {
		const lines = keptAs(creditLines, row.lines);
		const steps = this.#credits.steps(row.credit_id);
		const last = steps.at(-1);
		const claimed = sumMoney(lines.map(({ amount }) => amount));
		const item = this.#items.at(account.accountId, row.location_id);
		const state = last?.state ?? 'open';
		return {
			creditId: row.credit_id,
			locationId: row.location_id,
			supplierId: row.supplier_id,
			supplierName,
			kind: row.kind,
			state,
			businessDate: row.business_date,
			days: ageInDays(row.business_date, this.today(account, row.location_id)),
			amount: last?.amount ?? claimed,
			claimed,
			currency: row.currency,
			documentId: row.document_id,
			documentNumber: row.document_number,
			note: row.note,
			isReturnVoid: !isSettled(state) && this.#isReturnVoid(account, row),
			lines: lines.map((line) => {
				const found = item(line.itemId);
				const units = found?.units ?? [];
				const { unitId, quantity } = line;
				return {
					...line,
					itemName: found?.name ?? line.itemId,
					code: found?.code ?? '',
					unitName: units.find((unit) => unit.unitId === unitId)?.name ?? '',
					...(quantity === null ? null : piecesOf(units, { unitId, quantity })),
				};
			}),
			steps: steps.map(({ state, business_date: businessDate, amount, note, at, by }) => ({
				state,
				businessDate,
				amount,
				note,
				at,
				by,
			})),
			version: last?.number ?? 0,
			by: row.by,
		};
	}

	#isReturnVoid({ accountId, profile }: ActiveAccount, row: CreditRow): boolean {
		const about = serverDocumentOf(row.document_id ?? '');
		if (row.kind !== 'return' || about === null || !isKindName(about.kind)) return false;
		const copy = this.#context.store.records.get(accountId, about.kind, about.id);
		const record = copy && keptOr(returned, copy.json, null);
		return record !== null && withoutEffect.includes(phaseOf(profile, about.kind, record.status));
	}
}

const returned = z.looseObject({ status: z.string() });

const notHere = (): Failure => fail('not-found', 'This claim is not on this PC.');
