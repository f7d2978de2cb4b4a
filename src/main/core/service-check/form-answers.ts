// Applies a person's form answers to the proposed profile, and marks those settings as answered by a person.
import type {
	CheckReport,
	FormAnswers,
	FormQuestion,
} from '../../../shared/bridge/service-check.ts';
import { phase } from '../../../shared/bridge/values.ts';
import { readProfile, type ServiceProfile } from '../../../shared/service/profile.ts';
import { differencesOf, plainOf, settingValue, valueAt, withValue, type Json } from './findings.ts';

type Answered =
	{ ok: true; report: CheckReport } | { ok: false; problems: { path: string; message: string }[] };

/** The report with these and earlier answers. @param found the profile that the check itself found */
export function answerForm(report: CheckReport, answers: FormAnswers): Answered {
	const given = { ...report.given, ...answers };
	let json: Json = plainOf(profileIn(report.found));
	for (const question of report.questions) {
		const answer = given[question.key];
		if (answer === undefined || answer === '') continue;
		if (question.choices.length > 0 && !question.choices.includes(answer)) {
			const message = `This is none of the answers: ${question.choices.join(', ')}.`;
			return { ok: false, problems: [{ path: question.key, message }] };
		}
		json = filledIn(json, question, answer);
	}
	const read = readProfile(json);
	if (!read.ok) return read;
	const isAnswered = ({ key }: FormQuestion) => (given[key] ?? '') !== '';
	const settings = report.settings.map((setting) => {
		const questions = report.questions.filter(({ paths }) => paths.includes(setting.path));
		if (questions.length === 0) return setting;
		const value = settingValue(plainOf(read.profile), setting.name, setting.path);
		return { ...setting, source: questions.every(isAnswered) ? ('person' as const) : null, value };
	});
	return {
		ok: true,
		report: {
			...report,
			given,
			settings,
			differences: differencesOf(profileIn(report.profile), read.profile),
			proposed: JSON.stringify(read.profile, null, '\t'),
		},
	};
}

function filledIn(json: Json, question: FormQuestion, answer: string | number | boolean): Json {
	if (question.about === 'state') {
		const word = String(question.values['word'] ?? '');
		const meant = phase.parse(answer);
		return question.paths.reduce((before, path) => {
			const [, document = ''] = path.split('.');
			const words = valueAt(before, `${path}.${meant}`);
			const known = Array.isArray(words) ? (words as readonly Json[]) : [];
			return withValue(before, ['states', document, meant], [word, ...known]);
		}, json);
	}
	const [path = ''] = question.paths.slice(-1);
	return withValue(json, path.split('.'), answer);
}

function profileIn(text: string): ServiceProfile {
	const read = readProfile(JSON.parse(text));
	if (!read.ok) throw new Error('A report holds a profile that was read before.');
	return read.profile;
}
