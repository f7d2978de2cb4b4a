// When a paper sheet was counted: now, or earlier by this PC's clock. Kept for the following lines, also after a
// reload.
import { instantOfWallClock, wallClockAt } from '../../../shared/domain/wall-clock.ts';
import { readTime } from '../../../shared/domain/time-entry.ts';
import type { App } from '../../app.svelte.ts';

type TimeApp = Pick<App, 'call' | 'language'>;

export class PaperTime {
	when = $state<'now' | 'earlier'>('now');
	/** `YYYY-MM-DD` */
	day = $state('');
	/** As typed. */
	time = $state('');
	/** When that book was read; null if unknown, undefined until asked. */
	bookAsOf = $state.raw<number | null | undefined>();
	readonly #zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
	readonly #app: TimeApp;
	readonly #stocktakeId: string;

	constructor(app: TimeApp, stocktakeId: string) {
		this.#app = app;
		this.#stocktakeId = stocktakeId;
	}

	/** Epoch ms; null for now, and if unreadable. */
	readonly countedAt = $derived.by((): number | null => {
		if (this.when === 'now' || this.day === '') return null;
		const time = readTime(this.time, this.#app.language.locale);
		return time === null ? null : instantOfWallClock(`${this.day}T${time}:00`, this.#zone);
	});

	/** Why nothing can be typed in; computed on use, because time passes. */
	problem(): 'no-time' | 'later' | null {
		if (this.when === 'now') return null;
		if (this.countedAt === null) return 'no-time';
		return this.countedAt > Date.now() ? 'later' : null;
	}

	async open(): Promise<void> {
		const kept = Number(sessionStorage.getItem(this.#key));
		if (kept === 0) return;
		this.when = 'earlier';
		const wall = wallClockAt(kept, this.#zone);
		[this.day, this.time] = [wall.slice(0, 10), wall.slice(11, 16)];
		await this.changed();
	}

	/** Someone chose or typed another day or time. */
	async changed(): Promise<void> {
		if (this.when === 'earlier' && this.day === '')
			this.day = wallClockAt(Date.now(), this.#zone).slice(0, 10);
		this.bookAsOf = undefined;
		const { countedAt } = this;
		if (countedAt === null || this.problem() !== null) {
			sessionStorage.removeItem(this.#key);
			return;
		}
		sessionStorage.setItem(this.#key, String(countedAt));
		const asked = { stocktakeId: this.#stocktakeId, countedAt };
		const reply = await this.#app.call('countPaper.bookOf', asked);
		if (reply.ok && this.countedAt === countedAt) this.bookAsOf = reply.value.asOf;
	}

	get #key(): string {
		return `stillroom counted at ${this.#stocktakeId}`;
	}
}
