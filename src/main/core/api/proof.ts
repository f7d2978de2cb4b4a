// What an answer proves (docs/outbox.md, "Verdicts"). A gateway may send any status, so its form must fit too.
import { ExactNumber, type ExactJson } from '../../../shared/exact-json.ts';
import { at, openRecord } from '../../../shared/service/envelope.ts';
import type { ServiceProfile } from '../../../shared/service/profile.ts';
import { isJsonObject } from '../../../shared/service/wire.ts';
import type { Answer } from './answer.ts';
import { byLowerName, usualSentences } from './said.ts';

export function saysFailed(json: ExactJson | undefined): boolean {
	if (!isJsonObject(json)) return false;
	const byName = byLowerName(json);
	return byName.get('isfailed') === true || byName.get('issuccess') === false;
}

/** Why a 2xx answer proves nothing; null if it proves success. Empty answers are judged elsewhere. */
export function doubtIn(
	answer: Pick<Answer, 'status' | 'json' | 'isProblem'>,
	profile: ServiceProfile,
): 'accepted' | 'says-error' | null {
	// Accepted for later: it may never be done.
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

/** The last registered status; gateways invent higher ones, such as 499. */
const lastNamed = 451;
/** Statuses of request validation. Gateways and filters use others. */
const ofTheRequest = [400, 409, 422];

/**
 * Whether a 4xx is a refusal by the service itself: a problem record (RFC 9457, documented) or the profile's form.
 * Other records need a validation status: gateways send 403 and 404 in JSON too. Any other body never counts.
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
