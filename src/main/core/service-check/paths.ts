// Which paths answer: first the reads Stillroom uses, then all others, finally single records.
import type { CheckedPath } from '../../../shared/bridge/service-check.ts';
import { kindNames } from '../../../shared/document/kinds.ts';
import type { ExactJson } from '../../../shared/exact-json.ts';
import { addressOf } from '../../../shared/service/address.ts';
import { operationNamed, operations } from '../../../shared/service/index.ts';
import { partsOfPath, type Operation } from '../../../shared/service/operation.ts';
import type { Asking, Findings } from './findings.ts';
import { jsonOf, type Asked, type RawService } from './raw.ts';

const usedReads: readonly string[] = [
	'location.count',
	'location.list',
	'storageArea.list',
	'inventoryItem.count',
	'inventoryItem.list',
	'inventoryItem.currentStock',
	'wasteReason.list',
	'supplier.list',
	...kindNames.flatMap((kind) => ['count', 'list', 'get'].map((verb) => `${kind}.${verb}`)),
];

/** Its name suggests that every request consumes a number. */
const neverAsked: readonly string[] = [operationNamed('prefixConfiguration.code').name];

const atOnce = 4;

const reads = (operations as readonly Operation[]).filter(({ method }) => method === 'GET');
const isUsed = ({ name }: Operation): boolean => usedReads.includes(name);
const inOrder = [...reads.filter(isUsed), ...reads.filter((each) => !isUsed(each))];

interface FirstLook {
	readonly answers: ReadonlyMap<string, Asked>;
	readonly paths: CheckedPath[];
}

export async function lookAtPaths(service: RawService, findings: Findings): Promise<FirstLook> {
	await findCase(service, findings);
	const plain = inOrder.filter((each) => partsOfPath(each.path).length === 0);
	const answers = new Map<string, Asked>();
	const paths: CheckedPath[] = [];
	const ask = async (operation: Operation): Promise<void> => {
		if (neverAsked.includes(operation.name)) {
			paths.push(notAsked(operation, findings));
			return;
		}
		const asked = await service.get(operation);
		answers.set(operation.name, asked);
		paths.push(outcomeOf(operation, asked, findings));
	};
	const asking = findings.ask('pathsUsed');
	await inTurns(plain.filter(isUsed), ask);
	conclude(asking, paths, ({ outcome }) => outcome === 'answers');
	findPing(paths, findings);
	await inTurns(
		plain.filter((each) => !isUsed(each)),
		ask,
	);
	return { answers, paths };
}

/** The cheapest read that answers, for the ping; the current one first. */
function findPing(paths: readonly CheckedPath[], findings: Findings): void {
	const answers = (name: string) =>
		paths.some(({ operation, outcome }) => operation === name && outcome === 'answers');
	const found = [findings.profile().ping, ...pings].find(answers);
	if (found === undefined) return;
	findings.set('ping', found, 'tried');
}

const pings = ['location.count', 'wastage.count', 'inventoryItem.count', 'location.list'];

export async function lookAtRecords(
	service: RawService,
	findings: Findings,
	look: FirstLook,
	idIn: (list: string) => string | null,
): Promise<ReadonlyMap<string, { id: string; json: ExactJson | undefined }>> {
	const records = new Map<string, { id: string; json: ExactJson | undefined }>();
	const asking = findings.ask('pathsAll');
	const ofOne = inOrder.filter((each) => partsOfPath(each.path).length > 0);
	await inTurns(ofOne, async (operation) => {
		const [resource = ''] = operation.name.split('.');
		const id = idIn(`${resource}.list`);
		const [part = 'id'] = partsOfPath(operation.path);
		if (id === null) {
			look.paths.push(notAsked(operation, findings));
			return;
		}
		const asked = await service.get(operation, { path: { [part]: id } });
		if (asked.ok) records.set(operation.name, { id, json: jsonOf(asked) });
		look.paths.push(outcomeOf(operation, asked, findings));
	});
	const asked = look.paths.filter(({ outcome }) => outcome !== 'not-asked');
	// A refusal also shows that the path exists.
	conclude(asking, asked, ({ outcome }) => outcome === 'answers' || outcome === 'refuses');
	return records;
}

function conclude(
	asking: Asking,
	paths: readonly CheckedPath[],
	isThere: (path: CheckedPath) => boolean,
): void {
	const gone = paths.filter((path) => !isThere(path));
	const names = gone.map(({ operation }) => operation).join(', ');
	const values = { asked: paths.length, missing: gone.length, names };
	if (gone.length === 0) asking.good('pathsAllThere', values);
	else asking.careful('pathsMissing', values);
}

/** Some servers accept only lower-case paths. */
async function findCase(service: RawService, findings: Findings): Promise<void> {
	const asking = findings.ask('pathCase');
	const { pathCase: present } = findings.profile();
	const [list, item] = [operationNamed('location.list'), operationNamed('wastage.list')];
	for (const pathCase of present === 'lower'
		? (['lower', 'as-declared'] as const)
		: (['as-declared', 'lower'] as const)) {
		findings.learn('pathCase', pathCase);
		const asked = [await service.get(list), await service.get(item)];
		if (asked.every(({ ok }) => ok)) {
			asking.good(pathCase === 'lower' ? 'caseLower' : 'caseAsDeclared');
			findings.found('pathCase', 'tried');
			return;
		}
		const [first] = asked;
		if (first?.ok === false && first.status !== 404) break;
	}
	findings.learn('pathCase', present);
	asking.open('notFound');
}

function outcomeOf(operation: Operation, asked: Asked, findings: Findings): CheckedPath {
	const common = {
		...namesOf(operation, findings),
		status: asked.ok ? asked.answer.status : asked.status,
	};
	if (asked.ok) return { ...common, outcome: 'answers', said: '' };
	const { status, said } = asked;
	const outcome =
		status === null
			? 'silent'
			: status === 404 || status === 405 || status === 501
				? 'missing'
				: status >= 500
					? 'silent'
					: 'refuses';
	return { ...common, outcome, said };
}

const notAsked = (operation: Operation, findings: Findings): CheckedPath => ({
	...namesOf(operation, findings),
	outcome: 'not-asked',
	status: null,
	said: '',
});

const namesOf = (operation: Operation, findings: Findings) => {
	const { method, path } = addressOf(operation, findings.profile());
	return { operation: operation.name, address: `${method} ${path}` };
};

/** A few at a time, so that a service in use does not notice the check. */
async function inTurns<Each>(
	list: readonly Each[],
	work: (each: Each) => Promise<void>,
): Promise<void> {
	const waiting = [...list];
	await Promise.all(
		Array.from({ length: atOnce }, async () => {
			for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await work(next);
		}),
	);
}
