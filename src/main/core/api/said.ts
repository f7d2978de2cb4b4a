// The service's message, for a person.
import type { ExactJson } from '../../../shared/exact-json.ts';
import { at } from '../../../shared/service/envelope.ts';
import type { ServiceProfile } from '../../../shared/service/profile.ts';
import { isJsonObject } from '../../../shared/service/wire.ts';
import type { Answer } from './answer.ts';
import { fieldsSaid } from './fields-said.ts';

/** Room for one sentence about each of about fifty lines. */
const maximumSaid = 4_000;

export const usualSentences = ['detail', 'message', 'title', 'error_description', 'error'];

export function whatWasSaid(
	answer: Pick<Answer, 'json' | 'status'>,
	{ problems }: Pick<ServiceProfile, 'problems'>,
): string {
	const { json } = answer;
	const fallback = `HTTP ${String(answer.status)}`;
	if (typeof json === 'string') return json.slice(0, maximumSaid) || fallback;
	if (!isJsonObject(json)) return fallback;
	const byName = byLowerName(json);
	const textOf = (value: ExactJson | undefined) =>
		typeof value === 'string' && value !== '' ? [value] : [];
	const [sentence = fallback] =
		problems.sentence === null
			? usualSentences.flatMap((name) => textOf(byName.get(name)))
			: textOf(at(json, problems.sentence));
	const own = Object.entries(json).filter(([name]) => !standard.has(name.toLowerCase()));
	const fields = fieldsSaid(
		problems.fields === null ? Object.fromEntries(own) : at(json, problems.fields),
	);
	return [sentence, ...fields].join(' · ').slice(0, maximumSaid);
}

export const byLowerName = (
	json: Readonly<Record<string, ExactJson | undefined>>,
): ReadonlyMap<string, ExactJson | undefined> =>
	new Map(Object.entries(json).map(([name, value]) => [name.toLowerCase(), value]));

/** Members of a problem record that name no field (RFC 9457 and common additions). */
const standard = new Set([...usualSentences, 'type', 'status', 'instance', 'traceid']);
