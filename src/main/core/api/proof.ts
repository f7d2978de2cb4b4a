// What an answer proves. A gateway, a filter or a cache can answer in place of the service with any status, so a status
// counts only in the form in which the service answers. The rules are docs/outbox.md, "Verdicts".
import { ExactNumber, type ExactJson } from '../../../shared/exact-json.ts';
import { at, openRecord } from '../../../shared/service/envelope.ts';
import type { ServiceProfile } from '../../../shared/service/profile.ts';
import { isJsonObject } from '../../../shared/service/wire.ts';
import type { Answer } from './answer.ts';
import { byLowerName, usualSentences } from './said.ts';

/** True where a 2xx answer says in its body that it failed, as the dining option's answer is shown to do. */
export function saysFailed(json: ExactJson | undefined): boolean {
	if (!isJsonObject(json)) return false;
	const byName = byLowerName(json);
	return byName.get('isfailed') === true || byName.get('issuccess') === false;
}

/** Why a 2xx answer does not prove that anything was done; null where it does. An empty one is not looked at here. */
export function doubtIn(
	answer: Pick<Answer, 'status' | 'json' | 'isProblem'>,
	profile: ServiceProfile,
): 'accepted' | 'says-error' | null {
	// It was taken in, and may be done later, or not at all.
	if (answer.status === 202) return 'accepted';
	const { json } = answer;
	const told = answer.isProblem || saysError(json) || saysError(openRecord(json, profile));
	return told ? 'says-error' : null;
}

function saysError(json: ExactJson | undefined): boolean {
	if (json === false) return true;
	if (!isJsonObject(json)) return false;
	const byName = byLowerName(json);
	const status = byName.get('status') ?? byName.get('statuscode');
	return (
		['success', 'succeeded', 'ok'].some((name) => byName.get(name) === false) ||
		['error', 'errors', 'errormessage', 'fault'].some((name) => saysAnything(byName.get(name))) ||
		(status instanceof ExactNumber && Number(status.text) >= 400 && saysText(byName.get('title')))
	);
}

/** The last status that HTTP names. What lies above is made up by gateways, such as 499. */
const lastNamed = 451;
/** What checks a request answers so. A gateway that does not know the way, or a filter, answers otherwise. */
const ofTheRequest = [400, 409, 422];

/**
 * Whether a 4xx is a refusal by the service itself. It is where the body is a record in the form that the profile says, or
 * a problem record (RFC 9457, which the document shows). A record in another form counts only with a status by which the
 * request itself is refused: a gateway says 403 and 404 of its own, in JSON too. No body, or no JSON, never counts.
 */
export function isOwnRefusal(
	{ status, json, isProblem }: Pick<Answer, 'status' | 'json' | 'isProblem'>,
	{ problems }: Pick<ServiceProfile, 'problems'>,
): boolean {
	if (status < 400 || status > lastNamed || status === 408 || !isJsonObject(json)) return false;
	if (isProblem) return true;
	if (problems.sentence !== null && saysText(at(json, problems.sentence))) return true;
	if (problems.fields !== null && saysAnything(at(json, problems.fields))) return true;
	const byName = byLowerName(json);
	const isProblemRecord =
		saysText(byName.get('title')) &&
		(saysText(byName.get('detail')) || byName.has('status') || saysText(byName.get('type')));
	return (
		isProblemRecord ||
		(ofTheRequest.includes(status) &&
			(usualSentences.some((name) => saysText(byName.get(name))) ||
				Object.values(json).some(saysAnything)))
	);
}

const saysText = (value: ExactJson | undefined): boolean =>
	typeof value === 'string' && value.trim() !== '';

const saysAnything = (value: ExactJson | undefined): boolean =>
	saysText(value) ||
	value === true ||
	(Array.isArray(value) && value.length > 0) ||
	(isJsonObject(value) && Object.keys(value).length > 0);
