// The practice service's handlers over an in-memory file, without its HTTP server. A stranger stands in front.
import type { z } from 'zod';
import { operations, type AnyOperation } from '../../src/shared/service/index.ts';
import { documentKinds, serviceProfile } from '../../src/shared/service/profile.ts';
import { phase } from '../../src/shared/bridge/values.ts';
import { fillWithDemo } from '../../src/practice/demo/fill.ts';
import { createChance } from '../../src/practice/demo/random.ts';
import type { Practice } from '../../src/practice/operations/handler.ts';
import { handle } from '../../src/practice/serve-operation.ts';
import { Ledger } from '../../src/practice/store/ledger.ts';
import { openPracticeFile, rebuild } from '../../src/practice/store/open.ts';
import { Records, wholeList } from '../../src/practice/store/records.ts';
import { Tokens } from '../../src/practice/store/tokens.ts';

/** States are named like our phases, so that each stranger can map its own words. */
const words = Object.fromEntries(
	phase.options.filter((each) => each !== 'unknown').map((each) => [each, [each]]),
);
const plain: z.input<typeof serviceProfile> = {
	states: Object.fromEntries(documentKinds.map((kind) => [kind, words])),
};

export type PracticeAnswer =
	| { ok: true; value: unknown }
	| { ok: false; status: number; detail: string; fields?: Readonly<Record<string, string>> };

export interface BarePractice extends Pick<Practice, 'records' | 'ledger'> {
	readonly version: () => number;
	ask(
		operation: AnyOperation,
		request: { path: Record<string, string>; query: unknown; body: unknown },
	): PracticeAnswer;
	close(): void;
}

export function openBarePractice(now: () => number, seed: number): BarePractice {
	const { db } = openPracticeFile(':memory:');
	const profile = serviceProfile.parse(plain);
	const chance = createChance(seed + 17);
	rebuild(db, () => {
		fillWithDemo(db, { seed, dataSet: 'small', now: now(), profile });
	});
	const practice: Practice = {
		records: new Records(db),
		ledger: new Ledger(db),
		tokens: new Tokens(db, 0),
		credentials: { clientId: '', clientSecret: '' },
		profile,
		now,
		newId: () => chance.uuid(),
	};
	let version = 0;
	return {
		records: practice.records,
		ledger: practice.ledger,
		version: () => version,
		ask(operation, request) {
			const answer = handle({ db, practice }, operation, { ...request, page: wholeList });
			if (answer.ok && operation.method !== 'GET') version += 1;
			return answer;
		},
		close: () => db.close(),
	};
}

/** All operations but signing in, which each stranger does its own way. */
export const served: readonly AnyOperation[] = operations.filter(({ area }) => area !== 'Sign-in');
