// Who may do what, from the copies and the people of the roles; roles of the system are given and taken away.
import type { z } from 'zod';
import type { AccessRole } from '../../../shared/bridge/access.ts';
import type { CallOutput } from '../../../shared/bridge/contract.ts';
import { nameOrder } from '../../../shared/domain/name-order.ts';
import { fail, succeed, type Reply } from '../../../shared/bridge/reply.ts';
import {
	approvalMatrixRecord,
	buyerRoleRecord,
	buyerUserRecord,
	roleRecord,
} from '../../../shared/service/access.ts';
import { adminRecord, locationRecord } from '../../../shared/service/organisation.ts';
import type { OperationName } from '../../../shared/service/index.ts';
import { connected, type LaterAnswer } from '../connected.ts';
import type { CoreContext, Handlers } from '../context.ts';
import type { NewAction } from '../outbox/outbox.ts';
import { sendNow } from '../record/send-now.ts';
import type { RecordKind } from '../store/cache-records.ts';
import { keptAs, readable } from '../store/kept-json.ts';

type People = NonNullable<AccessRole['people']>;

/** People of the roles, as they were read last. */
interface Read {
	readonly accountId: string;
	readonly at: number;
	readonly people: ReadonlyMap<string, People>;
}

export function accessCapability(context: CoreContext): Handlers<'access'> {
	const access = new AccessCapability(context);
	return {
		'access.read': connected(context, access.read),
		'access.addPerson': connected(
			context,
			(_account, { roleId, personId, locationIds, intentId }) =>
				access.send('role.addUser', roleId, {
					intentId,
					body: {
						userId: personId,
						roleId,
						...(locationIds === null
							? {}
							: { locations: locationIds.map((locationId) => ({ locationId })) }),
					},
				}),
		),
		'access.removePerson': connected(context, (_account, { roleId, personId, intentId }) =>
			access.send('role.removeUser', roleId, { intentId, body: { userId: personId, roleId } }),
		),
	};
}

class AccessCapability {
	readonly #context: CoreContext;
	#read: Read | null = null;

	constructor(context: CoreContext) {
		this.#context = context;
	}

	readonly read: LaterAnswer<'access.read'> = async ({ accountId, profile }, { people: asks }) => {
		if (asks && this.#context.outbox.maySend()) await this.#readPeople(accountId);
		const read = this.#read?.accountId === accountId ? this.#read : null;
		const names = nameOrder(this.#context.settings().locale);
		const of = <Row extends { name: string }>(kind: RecordKind, schema: z.ZodType<Row>) =>
			readable(this.#context.store.records.all(accountId, kind), ({ json }) =>
				keptAs(schema, json),
			).sort((a, b) => names(a.name, b.name));
		const users = of('buyerUser', buyerUserRecord);
		const ofBusiness = (roleId: string): People =>
			users
				.filter(({ roleIds }) => roleIds?.includes(roleId))
				.map(({ id, locationIds }) => ({ personId: id, locationIds: locationIds ?? null }));
		const asRole =
			(kind: AccessRole['kind']) =>
			({ id, name, isActive, scopes }: z.output<typeof roleRecord>): AccessRole => ({
				roleId: id,
				kind,
				name,
				isActive: isActive !== false,
				scopes: [...(scopes ?? [])],
				people: read?.people.get(id) ?? (kind === 'buyerRole' ? ofBusiness(id) : null),
			});
		return succeed({
			roles: [
				...of('role', roleRecord).map(asRole('role')),
				...of('buyerRole', buyerRoleRecord).map(asRole('buyerRole')),
			],
			people: users.map(({ id, name, isActive, locationIds }) => ({
				personId: id,
				name,
				isActive: isActive !== false,
				locationIds: locationIds ?? null,
			})),
			matrices: of('approvalMatrix', approvalMatrixRecord).map(
				({ id, name, documentType, isActive, locationIds, layers }) => ({
					matrixId: id,
					name,
					documentType,
					isActive: isActive !== false,
					locationIds: locationIds ?? null,
					layers: layers.map(({ sequence, rules }) => ({
						sequence,
						rules: rules.map(({ roleId, condition }) => ({
							roleId,
							amountFrom: condition?.amountFrom ?? null,
						})),
					})),
				}),
			),
			locations: of('location', locationRecord).map(({ id, name, isActive }) => ({
				locationId: id,
				name,
				isActive: isActive !== false,
			})),
			administrators: of('admin', adminRecord).map(({ name, isActive }) => ({
				name,
				isActive: isActive !== false,
			})),
			rightNames: profile.rights,
			asOf: this.#context.store.pulls.asOf(accountId, 'buyerUser'),
			peopleAsOf: read?.at ?? null,
			online: this.#context.outbox.maySend(),
		});
	};

	/** All or nothing: rights of half of the roles would be wrong. */
	async #readPeople(accountId: string): Promise<void> {
		const { api, ports } = this.#context;
		const people = new Map<string, People>();
		for (const kind of ['role', 'buyerRole'] as const) {
			for (const { id } of this.#context.store.records.all(accountId, kind)) {
				const read = await api.readAll(`${kind}.users`, { path: { id } });
				if (!read.ok || !read.value.complete) return;
				people.set(
					id,
					read.value.rows.map((user) => ({
						personId: user.id,
						locationIds: user.locations?.map(({ locationId }) => locationId) ?? null,
					})),
				);
			}
		}
		this.#read = { accountId, at: ports.clock.now(), people };
	}

	async send(
		operation: OperationName & `role.${string}`,
		roleId: string,
		{ intentId, body }: { intentId: string; body: NonNullable<NewAction['payload']['body']> },
	): Promise<Reply<CallOutput<'access.addPerson'>>> {
		const account = this.#context.account();
		const copy = account && this.#context.store.records.get(account.accountId, 'role', roleId);
		if (copy === null) return fail('not-found', 'This role is not here.');
		const { name } = keptAs(roleRecord, copy.json);
		return sendNow(this.#context, {
			type: 'role',
			id: roleId,
			title: name,
			operation,
			intentId,
			body,
		});
	}
}
