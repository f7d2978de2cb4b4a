// `npm run probe -- --url URL [--profile FILE] [options]`: the service check from a terminal. Reads only, unless
// --write names the test documents. The client secret comes from STILLROOM_CLIENT_SECRET or a prompt, never from an
// argument, which other users' process lists would show.
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { IntlMessageFormat } from 'intl-messageformat';
import { z } from 'zod';
import { checkService } from '../src/main/core/service-check/check.ts';
import { answerForm } from '../src/main/core/service-check/form-answers.ts';
import { Accounts } from '../src/main/core/store/accounts.ts';
import { DataFolderInUse } from '../src/main/core/store/open.ts';
import { openDataFolder } from '../src/main/core/store/recovery.ts';
import { serviceChecks } from '../src/main/core/store/service-checks.ts';
import { systemClock, systemRandom, uuidV7 } from '../src/main/host/clock.ts';
import { namesUser, serviceAddress } from '../src/shared/bridge/values.ts';
import { freeBytes } from '../src/main/host/disk.ts';
import { openTransport } from '../src/main/host/transport.ts';
import {
	formAnswers,
	writePermission,
	type CheckReport,
	type FormAnswers,
} from '../src/shared/bridge/service-check.ts';
import { readProfile } from '../src/shared/service/profile.ts';
import { readOptions } from './command-line.ts';
import { reportInWords } from '../src/shared/bridge/service-check-words.ts';

const usage = `Usage: npm run probe -- --url URL --client-id ID [options]

  --profile FILE     the service profile to begin with (JSON); the defaults without it
  --out FILE         write the report, with its evidence, as JSON
  --proposed FILE    write the proposed profile as JSON
  --answers FILE     answers to what the check asks (JSON, by the key of the question); asked here without it
  --data DIR         keep the answers for the account of this data folder, while Stillroom is closed
  --write KINDS      also write a marked test document of each kind, such as wastage,transferOut
  --location ID      where the test documents are made (with --write)
  --other ID         the other end of the transfers (with --write)
  --submit           also submit them twice, where submitting moves no stock (with --write)

The client secret is read from STILLROOM_CLIENT_SECRET, or asked for.`;

const marks = { good: '✓', careful: '!', open: '?' } as const;
const stateMarks = { found: '✓', asked: '?', unknown: '!' } as const;

const english = z
	.record(z.string(), z.string())
	.parse(
		JSON.parse(
			readFileSync(
				new URL('../src/renderer/messages/en/service-check.json', import.meta.url),
				'utf8',
			),
		),
	);

process.exitCode = await run(readArguments());

function readArguments() {
	const values = readOptions({
		url: { type: 'string' },
		'client-id': { type: 'string' },
		profile: { type: 'string' },
		out: { type: 'string' },
		proposed: { type: 'string' },
		answers: { type: 'string' },
		data: { type: 'string' },
		write: { type: 'string' },
		location: { type: 'string' },
		other: { type: 'string' },
		submit: { type: 'boolean', default: false },
	});
	const { url, 'client-id': clientId, profile: file, out, proposed, data } = values;
	if (url === undefined || !serviceAddress.safeParse(url).success) {
		return refuse(
			url !== undefined && namesUser(url)
				? 'Leave the user name and password out of --url.'
				: '--url needs the address of the service, such as https://inventory.example.',
		);
	}
	if (clientId === undefined) return refuse('--client-id is missing.');
	const read = readProfile(file === undefined ? {} : jsonIn(file));
	if (!read.ok) {
		const mistakes = read.problems.map(({ path, message }) => `  ${path}: ${message}`);
		return refuse([`${file ?? ''} has mistakes:`, ...mistakes].join('\n'));
	}
	const write =
		values.write === undefined
			? null
			: readAs(writePermission, '--write needs kinds of documents and --location', {
					locationId: values.location ?? '',
					otherLocationId: values.other ?? null,
					documents: values.write.split(','),
					submit: values.submit,
				});
	/** null if asked for at the terminal. */
	const answers =
		values.answers === undefined
			? null
			: readAs(formAnswers, `${values.answers} holds no answers`, jsonIn(values.answers));
	return { url, clientId, profile: read.profile, write, out, proposed, answers, data };
}

function readAs<Value>(schema: z.ZodType<Value>, problem: string, given: unknown): Value {
	const read = schema.safeParse(given);
	return read.success ? read.data : refuse(`${problem}:\n${z.prettifyError(read.error)}`);
}

function jsonIn(file: string): unknown {
	try {
		return JSON.parse(readFileSync(file, 'utf8'));
	} catch (error) {
		return refuse(
			`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
		);
	}
}

function refuse(problem: string): never {
	console.error(`${problem}\n\n${usage}`);
	process.exit(2);
}

/** @returns the exit code: 0 if the service could be checked. */
async function run(asked: ReturnType<typeof readArguments>): Promise<number> {
	const { url, clientId, profile, write, out, proposed, answers, data } = asked;
	const secret = process.env['STILLROOM_CLIENT_SECRET'] ?? (await askForSecret());
	const transport = openTransport();
	let checked: CheckReport;
	try {
		checked = await checkService({
			serviceUrl: url,
			clientId,
			secret,
			profile,
			ports: {
				clock: systemClock,
				random: systemRandom,
				network: transport,
				newId: uuidV7(systemClock.now),
				log: { info: () => undefined, warn: () => undefined, error: () => undefined },
			},
			write,
		});
	} finally {
		await transport.close();
	}
	tell(checked);
	const answered = answerForm(checked, answers ?? (await askAtTerminal(checked)));
	if (!answered.ok) {
		for (const { path, message } of answered.problems) console.error(`${path}: ${message}`);
		return 2;
	}
	const { report } = answered;
	tellProposal(report);
	if (out !== undefined)
		writeFileSync(out, `${JSON.stringify(reportInWords(report, words), null, '\t')}\n`);
	if (proposed !== undefined) writeFileSync(proposed, `${report.proposed}\n`);
	if (data !== undefined) keep(data, url, clientId, report);
	return report.answers.some(({ code }) => code === 'signedIn') ? 0 : 1;
}

function tell(report: CheckReport): void {
	for (const { document, outcome, inWords } of reportInWords(report, words).answers) {
		const about = document === null ? '' : ` (${document})`;
		console.log(`${marks[outcome]} ${inWords.question}${about}\n    ${inWords.answer}`);
		if (outcome !== 'good') console.log(`    ${inWords.meaning}`);
	}
	console.log(`\n${String(report.requests)} requests in ${String(report.durationMs)} ms.`);
}

function tellProposal(report: CheckReport): void {
	console.log('\nSettings:');
	for (const { state, document, value, inWords } of reportInWords(report, words).settings) {
		const about = document === null ? '' : ` (${document})`;
		console.log(
			`${stateMarks[state]} ${inWords.setting}${about}: ${value}\n    ${inWords.state}. ${inWords.how}`,
		);
	}
	const open = report.questions.filter(({ key }) => (report.given[key] ?? '') === '');
	if (open.length > 0) console.log('\nOpen questions, for a file of answers (--answers):');
	for (const { key, choices } of open)
		console.log(
			`  ${JSON.stringify(key)}: ${choices.map((each) => JSON.stringify(each)).join(' or ')}`,
		);
	if (report.differences.length > 0) console.log('\nThe proposed profile differs in:');
	for (const { path, before, after } of report.differences) {
		console.log(`  ${path}: ${before ?? 'nothing'} → ${after ?? 'nothing'}`);
	}
}

async function askAtTerminal({ questions }: CheckReport): Promise<FormAnswers> {
	const answers: Record<string, string | number | boolean> = {};
	if (!process.stdin.isTTY || questions.length === 0) return answers;
	const terminal = createInterface({ input: process.stdin, output: process.stderr });
	try {
		for (const { key, about, paths, values, choices, seen } of questions) {
			const documents = paths.map((path) => path.split('.')[1] ?? '').join(', ');
			console.error(`\n${words(`form-${about}`, { ...values, documents })}`);
			for (const line of seen) console.error(`    ${line}`);
			for (const [index, choice] of choices.entries())
				console.error(`  ${String(index + 1)} ${String(choice)}`);
			const said = (await terminal.question('> ')).trim();
			const chosen = choices[Number(said) - 1] ?? choices.find((each) => String(each) === said);
			if (chosen !== undefined) answers[key] = chosen;
			else if (said !== '' && choices.length === 0) answers[key] = said;
		}
	} finally {
		terminal.close();
	}
	return answers;
}

function words(key: string, values: Readonly<Record<string, string | number>>): string {
	return String(new IntlMessageFormat(english[key] ?? key, 'en').format(values));
}

/** Saves the answers for the outbox of that data folder. */
function keep(folder: string, url: string, clientId: string, report: CheckReport): void {
	try {
		const store = openDataFolder(folder, { now: Date.now, free: () => freeBytes(folder) });
		const account = new Accounts(store.durable).find(url.replace(/\/+$/, ''), clientId);
		if (account === null) console.error(`${folder} has no account of this service and client ID.`);
		else {
			serviceChecks(store.durable).keep(
				account.accountId,
				report.at,
				JSON.stringify(report),
				report.learned,
			);
			console.log(`The answers are kept in ${folder}.`);
		}
		store.close();
	} catch (error) {
		if (!(error instanceof DataFolderInUse)) throw error;
		console.error(error.message);
	}
}

async function askForSecret(): Promise<string> {
	const unseen = new Writable({
		write: (_chunk, _encoding, done) => {
			done();
		},
	});
	process.stderr.write('Client secret: ');
	const terminal = createInterface({ input: process.stdin, output: unseen, terminal: true });
	try {
		return await terminal.question('');
	} finally {
		terminal.close();
		process.stderr.write('\n');
	}
}
