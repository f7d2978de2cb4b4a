// Collects what a check cannot find out into one form for a person.
import { documentKinds } from '../../../shared/service/profile.ts';
import { wireNameOf } from '../../../shared/service/wire.ts';
import type { Findings } from './findings.ts';
import { idText, type FoundList } from './forms.ts';

export function askTheRest(lists: readonly FoundList[], findings: Findings): void {
	if (findings.sourceOf('zone') === null) askForZone(lists, findings);
	if (findings.profile().behaviour.refusalsDoNothing === null) {
		findings.questions.push({
			key: 'behaviour.refusalsDoNothing',
			about: 'busy',
			paths: ['behaviour.refusalsDoNothing'],
			values: {},
			choices: [true, false],
			seen: [],
		});
	}
}

function askForZone(lists: readonly FoundList[], findings: Findings): void {
	const seen = documentKinds.flatMap((kind) => {
		const list = lists.find(({ name }) => name === `${kind}.list`);
		if (list === undefined) return [];
		const named = (field: string) => wireNameOf(list.schema, field, findings.profile());
		return list.rows.slice(0, 2).flatMap((row) => {
			const text = row[named('date')];
			const number = idText(row[named('number')]) ?? idText(row[named('id')]) ?? '';
			return typeof text === 'string' ? [`${number} · ${text}`] : [];
		});
	});
	if (seen.length === 0) return;
	findings.questions.push({
		key: 'instants.zone',
		about: 'zone',
		paths: ['instants.zone'],
		values: {},
		choices: ['location', 'utc'],
		seen: seen.slice(0, 4),
	});
}
