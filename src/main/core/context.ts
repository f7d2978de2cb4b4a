// What every capability is built from and returns: the handlers of its bridge calls.
import type {
	CallArguments,
	Caller,
	CallName,
	CallOutput,
	EventName,
	EventPayload,
} from '../../shared/bridge/contract.ts';
import type { Settings } from '../../shared/bridge/app.ts';
import type { Reply } from '../../shared/bridge/reply.ts';
import type { LearnedBehaviour } from '../../shared/service/behaviour.ts';
import type { ServiceProfile } from '../../shared/service/profile.ts';
import type { ServiceApi } from './api/service-api.ts';
import type { Outbox } from './outbox/outbox.ts';
import type { CorePorts } from './ports.ts';
import type { Store } from './store/open.ts';
import type { Sync } from './sync/sync.ts';

export interface ActiveAccount {
	accountId: string;
	serviceUrl: string;
	clientId: string;
	name: string;
	practice: boolean;
	profile: ServiceProfile;
	learned: LearnedBehaviour;
}

export interface CoreContext {
	store: Store;
	ports: CorePorts;
	/** null before the first connection. */
	account(): ActiveAccount | null;
	settings(): Settings;
	api: ServiceApi;
	outbox: Outbox;
	sync: Sync;
	emit<Name extends EventName>(name: Name, payload: EventPayload<Name>): void;
	/** `app.state` changed: it is sent once, after the current work. */
	appChanged(): void;
}

export type Handlers<Prefix extends string> = {
	[Name in Extract<CallName, `${Prefix}.${string}`>]: (
		input: CallArguments<Name>,
		caller: Caller,
	) => Reply<CallOutput<Name>> | Promise<Reply<CallOutput<Name>>>;
};
