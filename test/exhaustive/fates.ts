// What can happen to a write.
import type { Answer } from '../simulation/service.ts';
import type { Known } from './beginning.ts';

interface Fate {
	does: 'now' | 'never' | 'late';
	back: 'its-own' | 'lost' | Answer;
	sent: Known['sent'];
}

export const usualFate: Fate = { does: 'now', back: 'its-own', sent: 'settled' };
const says = (status: number, body: string): Answer => ({ status, body });
const gateway = says(404, '{"message":"no Route matched with those values"}');
const signedOut = says(401, '{"title":"Unauthorized","status":401}');
const notDone = says(200, '{"success":false}');

export const fates: readonly Fate[] = [
	usualFate,
	{ does: 'now', back: 'lost', sent: 'maybe' },
	{ does: 'never', back: 'lost', sent: 'maybe' },
	{ does: 'late', back: 'lost', sent: 'maybe' },
	{ does: 'never', back: says(400, '{"title":"No."}'), sent: 'settled' },
	{ does: 'now', back: gateway, sent: 'maybe' },
	{ does: 'never', back: gateway, sent: 'maybe' },
	{ does: 'late', back: gateway, sent: 'maybe' },
	{ does: 'now', back: signedOut, sent: 'signed-out' },
	{ does: 'never', back: signedOut, sent: 'signed-out' },
	{ does: 'now', back: notDone, sent: 'maybe' },
	{ does: 'never', back: notDone, sent: 'maybe' },
	{ does: 'late', back: notDone, sent: 'maybe' },
];

export const lost = () =>
	new TypeError('fetch failed', {
		cause: Object.assign(new Error('lost'), { code: 'ECONNRESET' }),
	});

export const respond = ({ status, body }: Answer): Response =>
	new Response(status === 204 ? null : body, {
		status,
		headers: { 'content-type': 'application/json' },
	});
