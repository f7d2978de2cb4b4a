// `npm run -s peers -- [--documents N]`: the outbox beside libraries that queue and retry, on the same work:
// documents written offline, then sent to the practice service while one reply in ten is lost after the service applied
// it. Install them by hand: `npm install --prefix bench/peers`.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { readOptions, wholeNumber } from '../scripts/command-line.ts';
import { practiceProfile } from '../src/practice/profile.ts';
import { credentials, startTestPractice } from '../test/support/practice.ts';
import { sendByOutbox } from './replay.ts';
import { bestKnown, bodyText, firstGoods, wasteOf, type Work } from './work.ts';

interface PeerDocument {
	id: string;
	body: Record<string, unknown>;
}

/** Writes all documents offline, then sends them; resolves when nothing is left to send. */
type Peer = (
	documents: readonly PeerDocument[],
	world: {
		/** Creates one at the service. @throws like fetch, and for every status but 2xx */
		post(document: PeerDocument): Promise<void>;
		comeOnline(): void;
		/** Parallel requests, if the library allows setting it. */
		atOnce: number;
		/** ms before the first retry, if the library allows setting it. */
		retryMs: number;
	},
) => Promise<void>;

interface Result {
	ms: number;
	requests: number;
	lost: number;
	doubled: number;
}

const folder = join(import.meta.dirname, 'peers');
const peers = [
	{ name: 'RxDB, replication', file: 'rxdb.mjs', package: 'rxdb' },
	{
		name: 'TanStack DB, offline transactions',
		file: 'tanstack.mjs',
		package: '@tanstack/offline-transactions',
	},
	{ name: 'p-queue with p-retry', file: 'p-queue.mjs', package: 'p-queue' },
] as const;

const given = readOptions({
	documents: { type: 'string', default: '500' },
});
const documents = wholeNumber('documents', given.documents);
if (!existsSync(join(folder, 'node_modules'))) {
	console.error('The peers are not installed. Run: npm install --prefix bench/peers');
	process.exit(1);
}

const atOnce = 4;
const rows = [['what', 'ms', 'requests', 'lost', 'doubled']];
const add = (name: string, { ms, requests, lost, doubled }: Result) =>
	rows.push([name, ms.toFixed(0), ...[requests, lost, doubled].map(String)]);

add('Stillroom', await measure(async ({ url, work }) => sendOurs(url, work)));
for (const { name, file, package: of } of peers) {
	console.error(name);
	const { sendAll } = (await import(join(folder, file))) as { sendAll: Peer };
	const { version } = JSON.parse(
		readFileSync(join(folder, 'node_modules', of, 'package.json'), 'utf8'),
	) as { version: string };
	add(
		`${name} ${version}`,
		await measure(({ url, token, work }) => sendByPeer(sendAll, url, token, work)),
	);
}

const [head = [], ...results] = rows;
const table = [head, head.map((_, column) => (column === 0 ? '---' : '--:')), ...results]
	.map((cells) => `| ${cells.join(' | ')} |`)
	.join('\n');
console.log(table);
process.exit();

/** Lets it send everything to its own service. @param send returns ms from coming online to the end */
async function measure(
	send: (to: { url: string; token: string; work: Work[] }) => Promise<number>,
): Promise<Result> {
	const service = await startTestPractice();
	try {
		await service.signIn();
		const { locationId, line } = await firstGoods(service);
		const work = Array.from({ length: documents }, (_, index) => {
			const [{ lane, actions }] = wasteOf(
				index,
				locationId,
				line,
				`Peer ${String(index).padStart(5, '0')}.`,
			);
			return { lane, actions: actions.slice(0, 1) };
		});
		await service.setFaults({ kind: 'drop-reply', operation: 'wastage.create', probability: 0.1 });
		const { json } = await service.login();
		const { access_token: token } = json as { access_token: string };
		const ms = await send({ url: service.url, token, work });
		const requests = (await service.journal()).filter(
			({ operation }) => operation === 'wastage.create',
		).length;
		const shown = (await service.snapshot()).wastage.map(({ description }) => description ?? '');
		const times = work.map(
			(_, index) =>
				shown.filter((text) => text.includes(`Peer ${String(index).padStart(5, '0')}.`)).length,
		);
		return {
			ms,
			requests,
			lost: times.filter((each) => each === 0).length,
			doubled: times.filter((each) => each > 1).length,
		};
	} finally {
		await service.close();
	}
}

function sendOurs(url: string, work: readonly Work[]): Promise<number> {
	const { clientId, clientSecret } = credentials;
	return sendByOutbox(url, { clientId, clientSecret, profile: bestKnown(practiceProfile) }, work);
}

async function sendByPeer(
	sendAll: Peer,
	url: string,
	token: string,
	work: readonly Work[],
): Promise<number> {
	const online: { since: number | null } = { since: null };
	const post = async ({ body }: PeerDocument) => {
		if (online.since === null) throw new TypeError('fetch failed');
		const answer = await fetch(`${url}/api/v1/Wastage`, {
			method: 'POST',
			headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
		await answer.text();
		if (!answer.ok) throw new Error(`HTTP ${String(answer.status)}`);
	};
	await sendAll(
		work.map(({ lane, actions }) => ({
			id: lane.documentId,
			body: JSON.parse(bodyText(actions[0]?.payload.body)) as Record<string, unknown>,
		})),
		{
			post,
			comeOnline: () => (online.since = performance.now()),
			atOnce,
			retryMs: practiceProfile.pauses.retryFirstMs,
		},
	);
	if (online.since === null) throw new Error('It never came online.');
	return performance.now() - online.since;
}
