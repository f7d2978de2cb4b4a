// State of the review page: visible lines, ticked lines, and decisions.
import { blockerOf } from './review-blocker.ts';
import type { App } from '../../app.svelte.ts';
import type { CallInput } from '../../../shared/bridge/contract.ts';
import type { Review, ReviewLine, ReviewProblem } from '../../../shared/bridge/count-review.ts';
import type { Reply } from '../../../shared/bridge/reply.ts';
import type { Keep } from '../../../shared/domain/reconcile.ts';
import { rowsWithWords, searchText } from '../../../shared/domain/words.ts';
import { Loaded } from '../../ui/loaded.svelte.ts';
import {
	groupLines,
	nextWithProblem,
	problemCounts,
	reviewParts,
	toRecount,
	type LineGroup,
	type ReviewGrouping,
	type ReviewOrder,
	type ReviewPart,
	type ReviewParts,
} from './review-lines.ts';

export class ReviewPage {
	readonly stocktakeId: string;
	readonly review;
	/** null until chosen: then the first nonempty part is shown. */
	chosenPart = $state<ReviewPart | null>(null);
	/** Uncounted lines ticked as empty. None by default: uncounted is not zero. */
	ticks = $state.raw<ReadonlySet<number>>(new Set());
	readonly parts = $derived.by((): ReviewParts | null => {
		const { value } = this.review;
		return value === null ? null : reviewParts(value);
	});
	readonly part = $derived.by(() => this.chosenPart ?? firstPart(this.parts, this.open));
	order = $state<ReviewOrder>('money');
	grouping = $state<ReviewGrouping>('none');
	/** Search words. */
	text = $state('');
	readonly groups = $derived.by(() =>
		this.#grouped(this.#having(this.parts?.[this.part] ?? [], this.text)),
	);
	/** As shown. */
	readonly lines = $derived(this.groups.flatMap(({ lines }) => lines));
	/** Includes lines hidden by the search: they were ticked one by one. */
	readonly ticked = $derived.by(() =>
		(this.parts?.[this.part] ?? []).filter(({ lineNo }) => this.ticks.has(lineNo)),
	);
	/** Lines to recount: the ticked ones, else all outside tolerance. */
	readonly forRecount = $derived.by(() => {
		const some = this.part === 'outside' && this.ticked.length > 0;
		return some
			? this.ticked.filter(({ problems }) => !problems.includes('recount-open'))
			: toRecount(this.parts?.outside ?? []);
	});
	readonly open = $derived.by(() => this.review.value?.summary.state === 'open');
	/** A closed count asks for nothing. */
	readonly problems = $derived.by(() => (this.open ? problemCounts(this.parts?.all ?? []) : []));
	/** The line with, or last with, the keyboard focus. */
	lineNoInHand = $state<number | null>(null);
	readonly inHand = $derived(
		(this.parts?.all ?? []).find(({ lineNo }) => lineNo === this.lineNoInHand) ?? null,
	);
	/** A row to show and focus. */
	wanted = $state.raw<{ readonly lineNo: number } | null>(null);
	readonly counted = $derived.by(() => {
		const totals = this.review.value?.totals;
		return (totals?.quantity ?? 0) + (totals?.zero ?? 0);
	});
	/** Lines that need a decision before submitting, by the template. */
	readonly undecided = $derived.by(() =>
		this.review.value?.plan.blanks === 'ask'
			? (this.parts?.uncounted ?? []).filter(({ leftBy }) => leftBy === '').length
			: 0,
	);
	/** Lines being recounted, which block submitting. */
	readonly recounting = $derived(this.#withProblem('recount-open'));
	/** Lines outside tolerance that need a reason first. */
	readonly unexplained = $derived(this.#withProblem('reason-missing'));
	/** Who must still approve, in words; null if nobody. */
	readonly approval = $derived.by((): string | null => {
		const { value } = this.review;
		const { t } = this.#app;
		if (value?.approved !== null) return null;
		const { approval: asked, approver } = value.plan;
		if (asked === 'none') return null;
		if (approver !== '') return t('plan.approveBy', { person: approver });
		return t(asked === 'another' ? 'plan.approveAnother' : 'plan.approveNeeded');
	});
	/** Open documents of the day or earlier. */
	readonly cutOff;
	/** Not acknowledged; -1 until known. */
	readonly openDocuments = $derived.by(() => this.cutOff.value?.left ?? -1);
	/** What must be done before submitting; null if nothing. */
	readonly blocker = $derived.by(() => blockerOf(this.#app.t, this));

	readonly #searchTexts = new WeakMap<ReviewLine, string>();
	readonly #app: App;

	constructor(app: App, stocktakeId: string) {
		this.#app = app;
		this.stocktakeId = stocktakeId;
		this.review = new Loaded(() => app.call('stocktake.review', { stocktakeId }));
		this.cutOff = new Loaded(() => app.call('cutOff.get', { stocktakeId }));
	}

	/** Reloads whenever the count changes. @returns an unsubscribe function */
	follow(): () => void {
		const { bridge } = this.#app;
		const { load } = this.review;
		const stops = [
			bridge.on('stocktake.changed', ({ stocktakeId }) => {
				if (stocktakeId === this.stocktakeId) void load();
			}),
			bridge.on('documents.changed', ({ area }) => {
				if (area === 'stocktake') void load();
			}),
			bridge.onReconnect(() => void load()),
		];
		void load();
		return () => {
			for (const stop of stops) stop();
		};
	}

	choosePart(part: ReviewPart): void {
		this.chosenPart = part;
		this.#letGoOfUnseen();
	}

	find(words: string): void {
		this.text = words;
		this.#letGoOfUnseen();
	}

	/** The panel below the table shows a visible line. A decision may filter the line out, yet keeps it current. */
	#letGoOfUnseen(): void {
		if (!this.lines.some(({ lineNo }) => lineNo === this.lineNoInHand)) this.lineNoInHand = null;
	}

	areaName(areaId: string): string {
		const { locations } = this.#app;
		const locationId = this.review.value?.summary.locationId;
		const place = locations.find((each) => each.locationId === locationId);
		return place?.areas.find((area) => area.areaId === areaId)?.name ?? areaId;
	}

	/** Goes to the next or previous problem in the order shown; shows all lines if none is visible. */
	nextProblem(by: 1 | -1): void {
		const lines = this.#shownFirst().filter(({ problems }) => problems.length > 0);
		const here = lines.findIndex(({ lineNo }) => lineNo === this.lineNoInHand);
		const end = by === 1 ? lines.length - 1 : 0;
		// The open documents come before the lines, in the round of all that blocks.
		const documents = document.querySelector<HTMLElement>('.cut-off-left button');
		if (
			documents !== null &&
			document.activeElement !== documents &&
			(here === -1 || here === end)
		) {
			documents.focus();
			return;
		}
		const line = nextWithProblem(this.#shownFirst(), this.lineNoInHand, by);
		if (line === null) this.#app.notices.show(this.#app.t('countReview.problemsDone'));
		else this.goTo(line);
	}

	/** Goes to the first line with a problem, in the order shown: in the list of such lines, if there is one. */
	firstWith(problem: ReviewProblem): void {
		const part = partsOf[problem];
		if (part !== undefined) {
			this.text = '';
			this.chosenPart = part;
		}
		const line = this.#shownFirst().find(({ problems }) => problems.includes(problem));
		if (line !== undefined) this.goTo(line);
	}

	/** Visible lines, then the others in the same order. */
	#shownFirst(): readonly ReviewLine[] {
		const shown = new Set(this.lines);
		const all = this.#grouped(this.parts?.all ?? []).flatMap(({ lines }) => lines);
		return [...shown, ...all.filter((line) => !shown.has(line))];
	}

	#grouped(lines: readonly ReviewLine[]): LineGroup[] {
		const { grouping, order } = this;
		const { nameOrder } = this.#app.format;
		return groupLines(lines, grouping, order, (areaId) => this.areaName(areaId), nameOrder);
	}

	goTo({ lineNo }: ReviewLine): void {
		if (!this.lines.some((line) => line.lineNo === lineNo)) {
			this.chosenPart = 'all';
			this.text = '';
		}
		this.lineNoInHand = lineNo;
		this.wanted = { lineNo };
	}

	tick(lines: readonly ReviewLine[], take: boolean): void {
		const next = new Set(this.ticks);
		for (const { lineNo } of lines) {
			if (take) next.add(lineNo);
			else next.delete(lineNo);
		}
		this.ticks = next;
	}

	/** @returns whether a decision was accepted; else it says why not */
	async #decide(called: Promise<Reply<Review>>): Promise<boolean> {
		return !this.#app.failed(await this.review.change(called));
	}

	/** Chooses what to keep for these lines, or (null) for all. */
	async keep(lines: readonly ReviewLine[] | null, keep: Keep): Promise<void> {
		const { call, notices, t } = this.#app;
		const { stocktakeId } = this;
		const lineNos = lines?.flatMap((line) => line.lineNos) ?? null;
		const kept = await this.#decide(call('stocktake.keep', { stocktakeId, lineNos, keep }));
		if (kept && lines === null) notices.show(t(`countReview.keptAll-${keep}`));
	}

	withdrawApproval(): Promise<boolean> {
		const { stocktakeId } = this;
		return this.#decide(this.#app.call('stocktake.withdrawApproval', { stocktakeId }));
	}

	/** Chooses a line's effective count, with a reason. */
	stand(
		{ lineNos }: ReviewLine,
		chosen: Pick<CallInput<'stocktake.stand'>, 'round' | 'reason'>,
	): Promise<boolean> {
		const { stocktakeId } = this;
		return this.#decide(this.#app.call('stocktake.stand', { stocktakeId, lineNos, ...chosen }));
	}

	#having(lines: readonly ReviewLine[], words: string): readonly ReviewLine[] {
		if (words.trim() === '') return lines;
		return rowsWithWords(words, lines, (line) => this.#searched(line));
	}

	/** Search text of a line, built on first use. */
	#searched(line: ReviewLine): string {
		const known = this.#searchTexts.get(line);
		if (known !== undefined) return known;
		const { lineNo, name, code, category, areaId, note, reason } = line;
		const texts = [String(lineNo), name, code, category, this.areaName(areaId), note, reason];
		const text = searchText(texts);
		this.#searchTexts.set(line, text);
		return text;
	}

	#withProblem(problem: ReviewProblem): number {
		return (this.parts?.all ?? []).filter(({ problems }) => problems.includes(problem)).length;
	}

	/** Leaves the ticked lines uncounted on purpose. */
	async leave(): Promise<void> {
		const { stocktakeId } = this;
		const lineNos = this.ticked.flatMap(({ lineNos: of }) => of);
		if (lineNos.length === 0) return;
		const called = this.#app.call('stocktake.leaveBlank', { stocktakeId, lineNos });
		if (await this.#decide(called)) this.ticks = new Set();
	}

	/**
	 * Counts the ticked lines as zero.
	 * @param zeroReason for those outside tolerance; empty if none is required
	 * @returns false if refused
	 */
	async confirmZero(zeroReason: string): Promise<boolean> {
		const { call, notices, t } = this.#app;
		const { stocktakeId, ticked } = this;
		const lineNos = ticked.flatMap(({ lineNos: of }) => of);
		const called = call('stocktake.confirmZero', { stocktakeId, lineNos, zeroReason });
		if (!(await this.#decide(called))) return false;
		notices.show(t('stocktake.zeroConfirmed', { count: ticked.length }));
		return true;
	}
}

/** Lists of lines with one problem, and what can be done for all of them. */
const partsOf: Readonly<Partial<Record<ReviewProblem, ReviewPart>>> = {
	outside: 'outside',
	uncounted: 'uncounted',
	undecided: 'uncounted',
};

function firstPart(of: ReviewParts | null, open: boolean): ReviewPart {
	const order = ['different', 'uncounted', ...(open ? (['flagged'] as const) : [])] as const;
	return order.find((candidate) => (of?.[candidate].length ?? 0) > 0) ?? 'all';
}
