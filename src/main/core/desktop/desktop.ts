// The screens' view of the desktop program, and what its updates may not interrupt.
import type { DesktopState } from '../../../shared/bridge/desktop.ts';
import { fail, succeed } from '../../../shared/bridge/reply.ts';
import type { Handlers } from '../context.ts';
import type { CorePorts } from '../ports.ts';
import type { PresentCounters } from '../stocktake/counters.ts';

interface UnderWay {
	sending(): boolean;
	present: Pick<PresentCounters, 'elsewhere'>;
}

/** The browser host has neither updates nor a start with the system. */
const browserState: DesktopState = {
	updates: {
		stage: 'off',
		offBecause: 'browser',
		version: null,
		percent: null,
		checkedAt: null,
		failure: null,
		onClose: false,
		asksAdministrator: false,
		waitsFor: null,
	},
	startsWithSystem: null,
};

export function desktopCapability(
	{ desktop }: Pick<CorePorts, 'desktop'>,
	{ sending, present }: UnderWay,
): Handlers<'desktop'> {
	return {
		'desktop.state': () => succeed(desktop?.state() ?? browserState),
		'desktop.checkForUpdates'() {
			desktop?.checkForUpdates();
			return succeed({});
		},
		'desktop.install': ({ when }) =>
			desktop?.install(when) === true
				? succeed({})
				: fail('not-possible-now', 'No update is ready to install.'),
		'desktop.startWithSystem': ({ on }) =>
			desktop?.startWithSystem(on) === true
				? succeed({})
				: fail('not-possible-now', 'This package cannot start with the system.'),
		'desktop.underWay': (_input, { connection }) =>
			succeed({ sending: sending(), counting: present.elsewhere(connection) }),
	};
}
