// What of a history reaches the service: each draft becomes one document, whichever PC sends it, and what a PC calls
// done is there.
import Database from 'better-sqlite3';
import { join } from 'node:path';
import type { TestPractice } from '../support/practice.ts';
import type { Expected } from './oracle.ts';
import type { Pc } from './pcs.ts';

export class Dispatched {
	readonly #service: TestPractice;
	readonly #before: ReadonlySet<string>;
	readonly #draftOf = new Map<string, string>();

	private constructor(service: TestPractice, before: ReadonlySet<string>) {
		this.#service = service;
		this.#before = before;
	}

	static async of(service: TestPractice): Promise<Dispatched> {
		const { wastage } = await service.snapshot();
		return new Dispatched(service, new Set(wastage.map(({ id }) => id)));
	}

	draftSays(draftId: string, description: string): void {
		this.#draftOf.set(description, draftId);
	}

	/** The PC sends everything. Nobody orders resends, so no draft may be there twice. */
	async send({ pc, expected }: { pc: Pc; expected: Expected }): Promise<void> {
		await pc.send(this.#service.url);
		const made = await this.#made();
		for (const [draftId, documents] of made) {
			if (documents > 1) throw new Error(`${draftId} is ${String(documents)} documents`);
		}
		const states = statesAt(pc);
		for (const [draftId, held] of expected.drafts) {
			if (held.standing !== 'submitted') continue;
			const state = states.get(draftId);
			if (state === undefined) throw new Error(`${draftId} is submitted, and nothing is queued`);
			if (state !== 'confirmed') continue;
			if (!made.has(draftId)) throw new Error(`${draftId} is called done, and is not there`);
			expected.drafts.set(draftId, { ...held, standing: 'sent' });
		}
	}

	async #made(): Promise<Map<string, number>> {
		const { wastage } = await this.#service.snapshot();
		const made = new Map<string, number>();
		for (const { id, description = '' } of wastage) {
			if (this.#before.has(id)) continue;
			const word = /^\d+/.exec(description)?.[0] ?? '';
			const draftId = this.#draftOf.get(word);
			if (draftId === undefined) throw new Error(`nobody wrote "${description}"`);
			made.set(draftId, (made.get(draftId) ?? 0) + 1);
		}
		return made;
	}
}

/** State of each document's last step. */
function statesAt({ folder }: Pc): Map<string, string> {
	const db = new Database(join(folder, 'stillroom.db'), { readonly: true });
	try {
		const rows = db
			.prepare<[], { id: string; state: string }>(
				`SELECT document_id AS id, state FROM lane JOIN action USING (lane_id)
				 WHERE state NOT IN ('superseded', 'cancelled') ORDER BY seq`,
			)
			.all();
		return new Map(rows.map(({ id, state }) => [id, state]));
	} finally {
		db.close();
	}
}
