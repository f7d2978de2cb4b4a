// A suggested order in a grid: which lines it shows, what they come to, and what a person types instead.
import { SvelteMap } from 'svelte/reactivity';
import type { App } from '../../app.svelte.ts';
import type { SuggestedLine, SuggestedOrder } from '../../../shared/bridge/ordering.ts';
import {
	compare,
	isZero,
	multiply,
	subtract,
	sum,
	type DecimalText,
} from '../../../shared/domain/decimal.ts';
import { lineCost, totalCost } from '../../../shared/domain/money.ts';
import { parseEntry } from '../../../shared/domain/quantity-entry.ts';
import { asShown, shownPlaces } from '../../../shared/domain/unit.ts';
import { farFrom, isMultiple } from '../../../shared/ordering/suggestion.ts';
import { EditHistory, type Step } from '../../document/edit-history.ts';
import { entryMessage } from '../../messages/entry-message.ts';
import { isUnanswered, type Failure } from '../../../shared/bridge/reply.ts';
import { failureMessage } from '../../messages/message.ts';
import type { CommitReply, GridColumn } from '../../ui/grid/grid-types.ts';
import { GridState } from '../../ui/grid/grid.svelte.ts';
import { liveLine } from '../../ui/grid/live-line.ts';
import { turn, type Turned, type Which } from '../../ui/grid/turn.ts';

export type LineFlag =
	'half' | 'double' | 'not-multiple' | 'below-minimum' | 'runs-out' | 'no-price';

export const RESTORE = '=';

/** What is ordered: what a person typed, else the suggestion; 0 without one. */
export const orderedOf = ({ typed, suggestion }: SuggestedLine): DecimalText =>
	typed ?? (suggestion.kind === 'suggested' ? suggestion.quantity : '0');

export function flagsOf(line: SuggestedLine): readonly LineFlag[] {
	const quantity = orderedOf(line);
	const { multiple, leftIfNone, last, price } = line;
	const far = farFrom(quantity, last);
	return [
		...(far === null ? [] : [far]),
		...(multiple !== null && !isMultiple(quantity, multiple) ? (['not-multiple'] as const) : []),
		...(isLow(line) ? (['below-minimum'] as const) : []),
		...(leftIfNone !== null && compare(leftIfNone, '0') < 0 ? (['runs-out'] as const) : []),
		...(price === null && !isZero(quantity) ? (['no-price'] as const) : []),
	];
}

/** Less is there now than should ever be left. */
function isLow({ item, terms: { onHand, minimum } }: SuggestedLine): boolean {
	const read = (quantity: DecimalText) => asShown(quantity, shownPlaces(item.units));
	return onHand !== null && minimum !== null && compare(read(onHand), read(minimum)) < 0;
}

/** Nobody asks about an item without a par level, a usage or a standing order. */
const isAskedAbout = (line: SuggestedLine): boolean =>
	line.typed !== null ||
	(line.suggestion.kind === 'suggested'
		? !isZero(line.suggestion.quantity) || isLow(line)
		: line.suggestion.because !== 'no-need');

export class SuggestedSheet {
	order = $state.raw<SuggestedOrder | null>(null);
	showsAll = $state(false);
	/** Shows what is left if this delivery does not come. */
	whatIf = $state(false);
	readonly grid: GridState<SuggestedLine>;
	readonly #app: App;
	readonly #locationId: string;
	readonly #supplierId: string;
	/** Pressing twice makes one draft. */
	readonly #intentId = crypto.randomUUID();
	/** Typed quantities; null is the suggestion. */
	readonly #history = new EditHistory<DecimalText | null, SuggestedLine['item']>(() =>
		this.#load(this.order?.deliveryDate ?? null),
	);
	readonly #lines = new SvelteMap<string, SuggestedLine>();
	/** Lines that are shown: one that is emptied stays until the page is opened again. */
	#asked = $state.raw<readonly string[]>([]);
	readonly #keys = $derived(
		this.showsAll ? (this.order?.lines ?? []).map(({ item }) => item.itemId) : this.#asked,
	);
	readonly #entries = $derived(
		this.#keys.flatMap((key) => {
			const found = this.#lines.get(key);
			return found === undefined ? [] : [liveLine(this.#lines, key, found)];
		}),
	);

	constructor(
		app: App,
		locationId: string,
		supplierId: string,
		columns: () => readonly GridColumn<SuggestedLine>[],
	) {
		this.#app = app;
		this.#locationId = locationId;
		this.#supplierId = supplierId;
		this.grid = new GridState<SuggestedLine>({
			entries: () => this.#entries,
			columns,
			commit: (line, _column, typed) => this.#history.inTurn(() => this.#type(line, typed)),
		});
	}

	get lines(): readonly SuggestedLine[] {
		return (this.order?.lines ?? []).flatMap(({ item }) => this.#lines.get(item.itemId) ?? []);
	}

	readonly shown = $derived(this.#keys.length);
	readonly ordered = $derived(this.lines.filter((line) => !isZero(orderedOf(line))));
	readonly total = $derived(
		totalCost(
			this.ordered.map((line) =>
				line.price === null
					? null
					: lineCost(orderedOf(line), line.price, this.order?.currency ?? ''),
			),
		),
	);
	/** The line in hand. */
	readonly at = $derived.by(() => {
		const key = this.grid.at?.key ?? this.#keys[0];
		return key === undefined ? null : (this.#lines.get(key) ?? null);
	});
	/** How much is missing to the smallest order of the supplier; null if nothing is. */
	readonly missing = $derived.by(() => {
		const { minimumAmount = null, minimumQuantity = null } = this.order?.supplier ?? {};
		if (this.ordered.length === 0) return null;
		const amount = minimumAmount === null ? '0' : subtract(minimumAmount, this.total.cost ?? '0');
		const quantity =
			minimumQuantity === null ? '0' : subtract(minimumQuantity, sum(this.ordered.map(orderedOf)));
		const isMissing = (rest: DecimalText) => (compare(rest, '0') > 0 ? rest : null);
		const rests = { amount: isMissing(amount), quantity: isMissing(quantity) };
		return rests.amount === null && rests.quantity === null ? null : rests;
	});
	/** Lines that are not ordered and reach their par level next, at most three. */
	readonly next = $derived(
		this.lines
			.flatMap((line) =>
				line.suggestion.kind === 'suggested' && isZero(orderedOf(line))
					? [{ line, exact: line.suggestion.exact }]
					: [],
			)
			.sort((a, b) => compare(b.exact, a.exact))
			.slice(0, 3)
			.map(({ line }) => line),
	);

	/** The next line to check, or the one before; null if there is none. */
	flagged(step: 1 | -1): string | null {
		const keys = this.#keys.filter((key) => {
			const line = this.#lines.get(key);
			return line !== undefined && line.typed === null && flagsOf(line).length > 0;
		});
		const here = this.grid.at?.key;
		const at = this.#keys.findIndex((key) => key === here);
		const beyond = (key: string) => (this.#keys.indexOf(key) - at) * step > 0;
		const inOrder = step === 1 ? keys : keys.toReversed();
		return inOrder.find(beyond) ?? inOrder[0] ?? null;
	}

	load = (deliveryDate: string | null): Promise<Failure | null> =>
		this.#history.inTurn(() => this.#history.load(() => this.#load(deliveryDate)));

	/** @returns why it failed; the person was told */
	async #load(deliveryDate: string | null): Promise<Failure | null> {
		const asked = { locationId: this.#locationId, supplierId: this.#supplierId, deliveryDate };
		const reply = await this.#app.call('ordering.suggestion', asked);
		if (this.#app.failed(reply)) return reply;
		const isAnother = reply.value.deliveryDate !== this.order?.deliveryDate;
		if (isAnother) this.#history.clear();
		const shown = new Set(isAnother ? [] : this.#asked);
		this.#lines.clear();
		for (const line of reply.value.lines) this.#lines.set(line.item.itemId, line);
		this.order = reply.value;
		this.#asked = reply.value.lines
			.filter((line) => isAskedAbout(line) || shown.has(line.item.itemId))
			.map(({ item }) => item.itemId);
		return null;
	}

	/** Makes an order draft of what is ordered. null if it failed; the person was told why. */
	async makeOrder(): Promise<string | null> {
		const { order } = this;
		if (order === null) return null;
		this.grid.leave();
		await this.grid.settle();
		if (this.grid.unsaved) return null;
		const reply = await this.#app.call('ordering.order', {
			locationId: this.#locationId,
			supplierId: this.#supplierId,
			deliveryDate: order.deliveryDate,
			intentId: this.#intentId,
			locale: this.#app.language.locale,
			lines: this.ordered.map((line) => ({
				itemId: line.item.itemId,
				unitId: line.unit.unitId,
				quantity: orderedOf(line),
				price: line.price,
			})),
		});
		if (reply.ok) return reply.value.documentId;
		this.#app.notices.show(this.#app.explain(reply), 'rust');
		return null;
	}

	/** Money of a line; null without a price. */
	costOf(line: SuggestedLine): DecimalText | null {
		if (line.price === null) return null;
		const quantity = orderedOf(line);
		return isZero(quantity) ? '0' : multiply(quantity, line.price);
	}

	async #type(line: SuggestedLine, typed: string): Promise<CommitReply> {
		const { order } = this;
		if (order === null) return { ok: true };
		const isRestored = typed.trim() === RESTORE || typed.trim() === '';
		const entry = parseEntry(isRestored ? '' : typed, this.#app.language.locale, {
			places: line.unit.places,
		});
		const message = entryMessage(entry, line.unit.places);
		if (message !== null) return { ok: false, message };
		const quantity = entry.kind === 'quantity' ? entry.quantity : null;
		// One without an answer comes before this one.
		const failure = await this.#history.findLost();
		if (failure !== null) return { ok: false, message: failureMessage(failure) };
		const { typed: before, item } = this.#lines.get(line.item.itemId) ?? line;
		const reply = await this.#save(order, line, quantity);
		const act = quantity === before ? null : { before, after: quantity, at: item };
		if (isUnanswered(reply)) {
			const isSaved = await this.#history.lose(() => {
				if ((this.#lines.get(item.itemId)?.typed ?? null) !== quantity) return undefined;
				this.grid.commits.forgetText({ key: item.itemId, column: 'order' }, typed);
				return act;
			});
			if (isSaved) return { ok: true };
		}
		if (!reply.ok) return { ok: false, message: failureMessage(reply) };
		if (act !== null) this.#history.add(act);
		return { ok: true };
	}

	async #save(order: SuggestedOrder, line: SuggestedLine, quantity: DecimalText | null) {
		const { itemId } = line.item;
		const reply = await this.#app.call('ordering.type', {
			locationId: this.#locationId,
			supplierId: this.#supplierId,
			deliveryDate: order.deliveryDate,
			itemId,
			quantity,
		});
		const now = this.#lines.get(itemId) ?? line;
		if (reply.ok) this.#lines.set(itemId, { ...now, typed: quantity });
		return reply;
	}

	/** Undoes or redoes the last typed quantity, unless it was changed elsewhere since. */
	turn(which: Which): Promise<void> {
		const history = this.#history;
		return turn(this.#app, this.grid, which, () =>
			history.inTurn(async () => {
				if ((await history.load()) !== null) return 'told';
				return history.stepBy(which, (step) => this.#turn(step));
			}),
		);
	}

	async #turn({ from, to, at }: Step<DecimalText | null, SuggestedLine['item']>): Promise<Turned> {
		const { order } = this;
		const line = this.#lines.get(at.itemId);
		const go = () => this.grid.focusRow(at.itemId, 'order');
		const isAsEither = line !== undefined && (line.typed === from || line.typed === to);
		if (order === null || !isAsEither) return { ok: true, go, left: [at.name] };
		const reply = await this.#save(order, line, to);
		return reply.ok ? { ok: true, go } : { ok: false, message: this.#app.explain(reply) };
	}
}
