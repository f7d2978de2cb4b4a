// The review of one count while it is open on the screen: which lines are shown, which are ticked, and what is decided.
import type { App } from '../../app.svelte.ts';
import type { ReviewLine } from '../../../shared/bridge/count-review.ts';
import { Loaded } from '../../ui/loaded.svelte.ts';
import { reviewParts, type ReviewPart, type ReviewParts } from './review-lines.ts';

/** Why somebody cannot approve a count. */
const approvalProblems = ['no-name', 'not-the-approver', 'counted-here'] as const;

export class ReviewPage {
	readonly stocktakeId: string;
	/** In a window where somebody counts under another name, that person decides as well. */
	readonly by = sessionStorage.getItem('stillroom counter') ?? '';
	readonly review;
	/** Null until somebody chooses: then the first part with something in it stands. */
	chosenPart = $state<ReviewPart | null>(null);
	/** Uncounted lines that somebody ticked as empty. None is from the start: uncounted is not zero. */
	ticks = $state.raw<ReadonlySet<number>>(new Set());
	readonly parts = $derived.by((): ReviewParts | null => {
		const { value } = this.review;
		return value === null ? null : reviewParts(value);
	});
	readonly part = $derived(this.chosenPart ?? firstPart(this.parts));
	readonly lines = $derived(this.parts?.[this.part] ?? []);
	readonly ticked = $derived(
		(this.parts?.uncounted ?? []).filter(({ lineNo }) => this.ticks.has(lineNo)),
	);
	readonly open = $derived.by(() => this.review.value?.summary.state === 'open');
	readonly counted = $derived.by(() => {
		const totals = this.review.value?.totals;
		return (totals?.quantity ?? 0) + (totals?.zero ?? 0);
	});
	/** Lines that the plan wants a decision about before the count can be submitted. */
	readonly undecided = $derived.by(() =>
		this.review.value?.plan.blanks === 'ask'
			? (this.parts?.uncounted ?? []).filter(({ leftBy }) => leftBy === '').length
			: 0,
	);
	/** Who still has to approve the count, in words; null where nobody has to. */
	readonly approval = $derived.by((): string | null => {
		const { value } = this.review;
		const { t } = this.#app;
		if (value?.approved !== null) return null;
		const { approval: asked, approver } = value.plan;
		if (asked === 'none') return null;
		if (approver !== '') return t('plan.approveBy', { person: approver });
		return t(asked === 'another' ? 'plan.approveAnother' : 'plan.approveNeeded');
	});
	readonly #app: App;

	constructor(app: App, stocktakeId: string) {
		this.#app = app;
		this.stocktakeId = stocktakeId;
		this.review = new Loaded(() => app.call('stocktake.review', { stocktakeId }));
	}

	/** Asks again whenever the count changes. @returns how to stop */
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

	tick(lines: readonly ReviewLine[], take: boolean): void {
		const next = new Set(this.ticks);
		for (const { lineNo } of lines) {
			if (take) next.add(lineNo);
			else next.delete(lineNo);
		}
		this.ticks = next;
	}

	async approve(): Promise<void> {
		const { call, explain, notices, t } = this.#app;
		const { stocktakeId, by } = this;
		const reply = await call('stocktake.approve', { stocktakeId, by });
		if (reply.ok) {
			this.review.value = reply.value;
			return;
		}
		const why = reply.details?.find(({ path }) => path === 'approver')?.message;
		const known = approvalProblems.find((code) => code === why);
		notices.show(known === undefined ? explain(reply) : t(`plan.approve-${known}`), 'amber');
	}

	/** Leaves the ticked lines uncounted on purpose. */
	async leave(): Promise<void> {
		const { call, explain, notices } = this.#app;
		const { stocktakeId, by } = this;
		const lineNos = this.ticked.flatMap(({ lineNos: of }) => of);
		if (lineNos.length === 0) return;
		const reply = await call('stocktake.leaveBlank', { stocktakeId, lineNos, by });
		if (!reply.ok) {
			notices.show(explain(reply), 'rust');
			return;
		}
		this.review.value = reply.value;
		this.ticks = new Set();
	}

	/** Enters zero for the ticked lines. @returns false when that was refused */
	async confirmZero(): Promise<boolean> {
		const { call, explain, notices, t } = this.#app;
		const { stocktakeId, by, ticked } = this;
		const lineNos = ticked.flatMap(({ lineNos: of }) => of);
		const reply = await call('stocktake.confirmZero', { stocktakeId, lineNos, by });
		if (!reply.ok) {
			notices.show(explain(reply), 'rust');
			return false;
		}
		this.review.value = reply.value;
		notices.show(t('stocktake.zeroConfirmed', { count: ticked.length }));
		return true;
	}
}

function firstPart(of: ReviewParts | null): ReviewPart {
	const order = ['different', 'uncounted', 'flagged', 'all'] as const;
	return order.find((candidate) => (of?.[candidate].length ?? 0) > 0) ?? 'all';
}
