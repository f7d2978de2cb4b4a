// Problem records, the service's error format (RFC 9457; the document shows it on the role update).
import { STATUS_CODES } from 'node:http';
import type { FastifyReply } from 'fastify';

export function sendProblem(
	reply: FastifyReply,
	status: number,
	detail: string,
	fields: Readonly<Record<string, string>> = {},
): FastifyReply {
	return reply
		.code(status)
		.type('application/problem+json; charset=utf-8')
		.send(
			JSON.stringify({
				...fields,
				type: 'about:blank',
				title: STATUS_CODES[status] ?? 'Problem',
				status,
				detail,
				instance: reply.request.url,
			}),
		);
}
