// Learns from refusals during the check where a refusal states its reason and names fields.
import type { ExactJson } from '../../../shared/exact-json.ts';
import { allFieldNames } from '../../../shared/service/profile-name-checks.ts';
import { isJsonObject } from '../../../shared/service/wire.ts';
import { usualSentences } from '../api/said.ts';
import type { Findings } from './findings.ts';
import { mostFrequent, plainName } from './forms.ts';

const sentenceNames = [
	'detail',
	'message',
	'errormessage',
	'errordescription',
	'description',
	'reason',
	'msg',
	'text',
	'error',
	'title',
];

export function findProblems(refusals: readonly ExactJson[], findings: Findings): void {
	const asking = findings.ask('refusals');
	const records = refusals.filter(isJsonObject);
	if (records.length === 0) {
		asking.open('noRows');
		return;
	}
	const paths = records.flatMap((record) => sentencesIn(record, []).slice(0, 1));
	const path = mostFrequent(paths.map(({ path: each }) => each));
	if (path !== null) {
		// Found at the top of the answer without a setting.
		const isUsual = usualSentences.includes(path.toLowerCase());
		findings.set('problemSentence', isUsual ? null : path, 'refusals');
	}
	const fields = mostFrequent(records.flatMap((record) => fieldsIn(record, [])));
	if (fields !== null) {
		findings.set('problemFields', fields === '' ? null : fields, 'refusals');
	}
	if (path === null) asking.open('notFound');
	else if (fields === null) asking.good('sentenceAt', { path });
	else asking.good(fields === '' ? 'fieldsBeside' : 'fieldsAt', { path, fields });
}

function sentencesIn(
	record: Readonly<Record<string, ExactJson | undefined>>,
	path: readonly string[],
): { path: string; rank: number }[] {
	const found = Object.entries(record).flatMap(([name, value]) => {
		const here = [...path, name];
		if (isJsonObject(value)) return path.length < 2 ? sentencesIn(value, here) : [];
		if (typeof value !== 'string' || value.trim() === '') return [];
		const rank = sentenceNames.indexOf(plainName(name));
		return rank < 0 ? [] : [{ path: here.join('.'), rank: rank + path.length }];
	});
	return found.sort((one, other) => one.rank - other.rank);
}

const fieldNames = new Set([...allFieldNames()].map(plainName));

/** Whether a name is one of our fields, also inside a path: `items[0].quantity`. */
function isField(name: string): boolean {
	const [last = ''] = name
		.split(/[./[\]]+/)
		.filter((part) => part !== '' && !/^\d+$/.test(part))
		.slice(-1);
	return fieldNames.has(plainName(last)) && !standard.has(plainName(last));
}
/** Fields of ours that are also usual properties of a refusal. */
const standard = new Set([
	'type',
	'title',
	'status',
	'code',
	'name',
	'message',
	'detail',
	'reason',
	'description',
	'text',
	'error',
	'count',
	'total',
	'items',
]);

function fieldsIn(
	record: Readonly<Record<string, ExactJson | undefined>>,
	path: readonly string[],
): string[] {
	const names = Object.entries(record).filter(
		([name, value]) => isField(name) && (typeof value === 'string' || Array.isArray(value)),
	);
	if (names.length > 0) return [path.join('.')];
	return Object.entries(record).flatMap(([name, value]) => {
		const here = [...path, name];
		if (isJsonObject(value)) return path.length < 2 ? fieldsIn(value, here) : [];
		if (!Array.isArray(value)) return [];
		const lines = (value as readonly ExactJson[]).filter(isJsonObject);
		const isNamed = lines.some((line) =>
			Object.values(line).some((each) => typeof each === 'string' && isField(each)),
		);
		return isNamed ? [here.join('.')] : [];
	});
}
