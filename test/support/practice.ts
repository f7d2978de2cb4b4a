// A practice service for one test, and a plain client: real HTTP, nothing of the core.
import type { Fault } from '../../src/shared/bridge/practice.ts';
import { operationNamed, type OperationName } from '../../src/shared/service/index.ts';
import type { JournalEntry } from '../../src/practice/journal.ts';
import { fillWithDemo } from '../../src/practice/demo/fill.ts';
import { openPracticeFile, rebuild } from '../../src/practice/store/open.ts';
import { variants, type VariantName } from '../../src/practice/variants.ts';
import { serviceProfile } from '../../src/shared/service/profile.ts';
import { startPracticeService, type PracticeOptions } from '../../src/practice/server.ts';

export const credentials = {
	clientId: 'test-client',
	clientSecret: 'test-secret',
	controlToken: 'test-control',
};

/** 2026-03-02, a Monday. */
export const firstDay = Date.UTC(2026, 2, 2, 9);

export interface Answered {
	status: number;
	headers: Headers;
	text: string;
	/** undefined if the body is empty or not JSON. */
	json: unknown;
}

interface OperationCall {
	path?: Record<string, string>;
	query?: Record<string, string>;
	body?: unknown;
	signal?: AbortSignal;
}

/** Filling one takes longer than all else in a start. */
const filled = new Map<VariantName, Buffer>();

function contentOf(variant: VariantName): Buffer {
	const { db } = openPracticeFile(':memory:');
	const profile = serviceProfile.parse(variants[variant].profile);
	rebuild(db, () => fillWithDemo(db, { seed: 1, dataSet: 'small', now: firstDay, profile }));
	const content = db.serialize();
	db.close();
	filled.set(variant, content);
	return content;
}

/** Starts a small one on a free port, in memory, with a manual clock. */
export async function startTestPractice(
	options: Partial<Pick<PracticeOptions, 'file' | 'clock' | 'variant' | 'tokenSeconds'>> = {},
) {
	const { variant = 'a' } = options;
	const clock = { time: firstDay, now: () => clock.time };
	const service = await startPracticeService({
		file: options.clock ? ':memory:' : Buffer.from(filled.get(variant) ?? contentOf(variant)),
		port: 0,
		...credentials,
		dataSet: 'small',
		clock,
		...options,
	});
	const client = practiceClient(service.url);
	return { ...service, ...client, clock };
}

export type TestPractice = Awaited<ReturnType<typeof startTestPractice>>;

export function practiceClient(url: string) {
	let token = '';
	/** How often this client itself called each operation. */
	const own = new Map<OperationName, number>();

	async function send(method: string, path: string, init: RequestInit = {}): Promise<Answered> {
		const response = await fetch(url + path, { redirect: 'manual', ...init, method });
		const text = await response.text();
		const isJson = /[/+]json/.test(response.headers.get('content-type') ?? '');
		return {
			status: response.status,
			headers: response.headers,
			text,
			json: isJson && text !== '' ? JSON.parse(text) : undefined,
		};
	}

	async function login(secret = credentials.clientSecret): Promise<Answered> {
		const body = new FormData();
		body.set('client_id', credentials.clientId);
		body.set('client_secret', secret);
		return send('POST', '/api/Account/Login', { body });
	}

	/** Calls an operation with the last `signIn`'s token. Rejects if the connection is cut. */
	async function call(name: OperationName, input: OperationCall = {}): Promise<Answered> {
		const operation = operationNamed(name);
		own.set(name, (own.get(name) ?? 0) + 1);
		const path = operation.path.replace(
			/\{(\w+)\}/g,
			(_all, parameter: string) => input.path?.[parameter] ?? '',
		);
		const query = new URLSearchParams(input.query).toString();
		return send(operation.method, query === '' ? path : `${path}?${query}`, {
			...(input.signal === undefined ? {} : { signal: input.signal }),
			headers: {
				authorization: `Bearer ${token}`,
				...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
			},
			...(input.body === undefined
				? {}
				: { body: typeof input.body === 'string' ? input.body : JSON.stringify(input.body) }),
		});
	}

	const control = (method: string, path: string, body?: unknown) =>
		send(method, `/control/${path}`, {
			headers: {
				'x-control-token': credentials.controlToken,
				...(body === undefined ? {} : { 'content-type': 'application/json' }),
			},
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});

	return {
		send,
		login,
		call,
		control,
		async signIn(): Promise<void> {
			const { json } = await login();
			token = (json as { access_token: string }).access_token;
		},
		useToken(access: string): void {
			token = access;
		},
		async all<Row>(name: OperationName, query: Record<string, string> = {}): Promise<Row[]> {
			const rows: Row[] = [];
			for (let page = 1; ; page += 1) {
				const answer = await call(name, {
					query: { ...query, pageNumber: String(page), pageSize: '200' },
				});
				const { items, totalCount } = answer.json as { items: Row[]; totalCount: number };
				rows.push(...items);
				if (items.length === 0 || rows.length >= totalCount) return rows;
			}
		},
		async setFaults(...faults: Partial<Fault>[]): Promise<void> {
			const answer = await control('PUT', 'faults', { faults });
			if (answer.status !== 200) throw new Error(answer.text);
		},
		async journal(): Promise<JournalEntry[]> {
			return ((await control('GET', 'journal')).json as { entries: JournalEntry[] }).entries;
		},
		/** Operations that others called since the last time: the program, for a screen. */
		async calledByOthers(): Promise<OperationName[]> {
			const calls = Map.groupBy(await this.journal(), ({ operation }) => operation);
			const names = [...calls].filter(([name, entries]) => entries.length > (own.get(name) ?? 0));
			own.clear();
			return names.map(([name]) => name);
		},
		async snapshot(): Promise<Snapshot> {
			return (await control('GET', 'snapshot')).json as Snapshot;
		},
	};
}

export interface SnapshotDocument {
	id: string;
	number: string;
	description?: string;
	status: string;
	[field: string]: unknown;
}

export interface Snapshot {
	wastage: SnapshotDocument[];
	transferOut: SnapshotDocument[];
	transferIn: SnapshotDocument[];
	fulfilments: SnapshotDocument[];
	receipts: SnapshotDocument[];
	purchaseOrder: SnapshotDocument[];
	/** What came against them. */
	orderReceipts: SnapshotDocument[];
	returnOrder: SnapshotDocument[];
	stockChanges: SnapshotDocument[];
	stock: {
		locationId: string;
		storageAreaId: string;
		itemId: string;
		quantity: string;
		unitCost?: string;
	}[];
	ledgerDifferences: unknown[];
}
