// Switches faults of the practice service on and off. Practice accounts only.
import { z } from 'zod';
import { fault, type Fault } from '../../../shared/bridge/practice.ts';
import { fail, succeed, type Reply } from '../../../shared/bridge/reply.ts';
import type { CoreContext, Handlers } from '../context.ts';

const answer = z.object({ faults: z.array(fault) });

export function practiceCapability(
	context: Pick<CoreContext, 'account' | 'ports'>,
): Handlers<'practice'> {
	const { ports } = context;

	const control = async (
		method: 'GET' | 'PUT',
		faults?: Fault[],
	): Promise<Reply<{ faults: Fault[] }>> => {
		if (!context.account()?.practice || ports.practice === null) {
			return fail('practice-only', 'Faults can be switched on only while practising.');
		}
		const practice = await ports.practice.start();
		if (practice === 'outdated') return fail('practice-outdated', 'The practice data is outdated.');
		const { controlUrl, controlToken } = practice;
		try {
			const response = await ports.network.read(
				new Request(`${controlUrl}/faults`, {
					method,
					headers: { 'x-control-token': controlToken, 'content-type': 'application/json' },
					...(faults === undefined ? {} : { body: JSON.stringify({ faults }) }),
				}),
			);
			return succeed(answer.parse(await response.json()));
		} catch (error) {
			return fail('unreachable', `The practice service does not answer: ${String(error)}`);
		}
	};

	return {
		'practice.faults': () => control('GET'),
		'practice.setFaults': ({ faults }) => control('PUT', faults),
	};
}
