// Calls of the credit register.
import { succeed, type Reply } from '../../../shared/bridge/reply.ts';
import { ageOf, creditsBySupplier, isSettled } from '../../../shared/credit/credit.ts';
import { connected } from '../connected.ts';
import type { CoreContext, Handlers } from '../context.ts';
import { CreditRegister } from './register.ts';

export function creditCapability(context: CoreContext): Handlers<'credit'> {
	const register = new CreditRegister(context);
	const changing = <Value>(locationId: string, reply: Reply<Value>): Reply<Value> => {
		if (reply.ok) context.emit('credit.changed', { locationId });
		return reply;
	};
	return {
		'credit.list': connected(
			context,
			(account, { locationId, supplierId, state, kind, age, from, limit }) => {
				const all = register.all(account, locationId);
				const wanted = all.filter(
					(claim) =>
						(supplierId === null || claim.supplierId === supplierId) &&
						(kind === null || claim.kind === kind) &&
						(age === null || ageOf(claim.days) === age) &&
						(state === 'all' ||
							(state === 'outstanding' ? !isSettled(claim.state) : claim.state === state)),
				);
				return succeed({
					claims: wanted.slice(from, from + limit),
					total: wanted.length,
					suppliers: creditsBySupplier(all),
				});
			},
		),
		'credit.get': connected(context, (account, { creditId }) => register.get(account, creditId)),
		'credit.add': connected(context, (account, given) =>
			changing(given.locationId, register.add(account, given)),
		),
		'credit.change': connected(context, (account, given) => {
			const changed = register.change(account, given);
			return changed.ok ? changing(changed.value.locationId, changed) : changed;
		}),
		'credit.letter': connected(context, (account, asked) =>
			succeed(register.letter(account, asked)),
		),
	};
}
