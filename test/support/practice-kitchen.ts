// A kitchen at the practice service itself: its handlers in the same process, without HTTP.
import type { ServiceApi } from '../../src/main/core/api/service-api.ts';
import type { ReadResult, WriteVerdict } from '../../src/main/core/api/verdict.ts';
import { handle } from '../../src/practice/serve-operation.ts';
import type { Practice } from '../../src/practice/operations/handler.ts';
import { Ledger } from '../../src/practice/store/ledger.ts';
import { openPracticeFile, rebuild } from '../../src/practice/store/open.ts';
import { Records, wholeList } from '../../src/practice/store/records.ts';
import { Tokens } from '../../src/practice/store/tokens.ts';
import { operations } from '../../src/shared/service/index.ts';
import { serviceProfile } from '../../src/shared/service/profile.ts';
import { areas, garden, harbour, itemRecord, openKitchen, type Kitchen } from './kitchen.ts';
import { noReply, refused, unreachable } from './verdicts.ts';

const byName = new Map(operations.map((each) => [each.name as string, each]));

interface Asked {
	path?: Record<string, string>;
	query?: object;
	body?: unknown;
}

/** What becomes of the next write besides being done and answered. */
export type Fate = 'lost before' | 'lost after' | 'refused' | null;

export function openPracticeKitchen() {
	const { db } = openPracticeFile(':memory:');
	rebuild(db, () => undefined);
	let ids = 0;
	const practice: Practice = {
		records: new Records(db),
		ledger: new Ledger(db),
		tokens: new Tokens(db, 0),
		credentials: { clientId: '', clientSecret: '' },
		profile: serviceProfile.parse({}),
		now: () => Date.UTC(2026, 10, 20, 9),
		newId: () => `id-${String((ids += 1))}`,
	};
	const { records } = practice;
	for (const each of [harbour, garden]) records.insert('location', each);
	for (const each of areas) records.insert('storageArea', each);
	for (const each of [
		itemRecord('1', 'Whole milk'),
		itemRecord('2', 'Butter'),
		itemRecord('3', 'Cream'),
	])
		records.insert('item', each);
	records.insert('supplier', { id: 'P-1', name: 'Riverside Dairy' });
	const service = { fate: null as Fate };
	let kitchen: Kitchen;

	/** @throws if it is refused */
	const ask = (name: string, asked: Asked): unknown => {
		const answer = answerTo(name, asked);
		if (!answer.ok) throw new Error(`${name}: ${answer.detail} ${JSON.stringify(answer.fields)}`);
		return answer.value;
	};
	const answerTo = (name: string, { path = {}, query = {}, body }: Asked) => {
		const operation = byName.get(name);
		if (operation === undefined) throw new Error(`There is no ${name}.`);
		return handle({ db, practice }, operation, { path, query, body, page: wholeList });
	};
	const open = (folder?: string): void => {
		kitchen = openKitchen({
			...(folder === undefined ? {} : { folder }),
			api: (nextReadNo) => apiOf(nextReadNo),
		});
		kitchen.store.durable.pragma('synchronous = OFF');
	};
	const apiOf = (nextReadNo: () => number): ServiceApi => {
		const read = (name: string, input: Asked): Promise<ReadResult<never>> => {
			const readNo = nextReadNo();
			if (!kitchen.service.there) return Promise.resolve(unreachable);
			const answer = answerTo(name, input);
			return Promise.resolve(
				answer.ok
					? // The names decide the types of the answers.
						{ ok: true, value: answer.value as never, serverDate: null, readNo }
					: { ...unreachable, kind: 'not-found', status: answer.status },
			);
		};
		const readAll: ServiceApi['readAllByName'] = async (name, input, reader) => {
			const answer: ReadResult<{ rows: unknown[] }> = await read(name, input);
			if (!answer.ok) return answer;
			const { rows } = answer.value;
			if (reader) await reader.onPage(rows, answer.readNo);
			return { ...answer, value: { rows: reader ? [] : rows, complete: true } };
		};
		return {
			read,
			readAll: readAll as ServiceApi['readAll'],
			readFirst: async (name, input) => {
				const answer: ReadResult<{ rows: never[] }> = await read(name, input);
				return answer.ok ? { ...answer, value: answer.value.rows } : answer;
			},
			async readByName(name, input) {
				if (byName.get(name)?.answer.kind !== 'list') return read(name, input);
				const answer: ReadResult<{ rows: unknown[] }> = await read(name, input);
				return answer.ok ? { ...answer, value: answer.value.rows } : answer;
			},
			readAllByName: readAll,
			write(name, input) {
				const { fate } = service;
				service.fate = null;
				if (!kitchen.service.there || fate === 'lost before') return Promise.resolve(noReply);
				if (fate === 'refused') return Promise.resolve(refused);
				const verdict = verdictOf(answerTo(name, input));
				return Promise.resolve(fate === 'lost after' ? noReply : verdict);
			},
		};
	};
	open();
	return {
		practice,
		service,
		ask,
		get kitchen() {
			return kitchen;
		},
		/** Ends the program and starts it again on its folder. */
		async restart(): Promise<void> {
			const { folder } = kitchen;
			await kitchen.close();
			open(folder);
		},
		/** The service answers while this lasts. */
		async online(work: () => Promise<void>): Promise<void> {
			kitchen.service.there = true;
			await work();
			await kitchen.pull();
			kitchen.service.there = false;
		},
		async end(): Promise<void> {
			await kitchen.end();
			db.close();
		},
	};
}

export type PracticeKitchen = ReturnType<typeof openPracticeKitchen>;

function verdictOf(answer: ReturnType<typeof handle>): WriteVerdict {
	if (!answer.ok) {
		const said = `${answer.detail} ${JSON.stringify(answer.fields ?? {})}`;
		return { kind: 'rejected', status: answer.status, said, serverDate: null };
	}
	const { id = null, number = '' } = (answer.value ?? {}) as { id?: string; number?: string };
	return { kind: 'applied', status: 200, value: answer.value, id, number, serverDate: null };
}
