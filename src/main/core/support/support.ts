// The support report: facts about the program and the end of its log. The facts name no person, item or document; the
// log never receives secrets or payloads.
import type { AppState } from '../../../shared/bridge/app.ts';
import { succeed } from '../../../shared/bridge/reply.ts';
import type { CoreContext, Handlers } from '../context.ts';
import { stamp } from '../store/copies.ts';

type Facts = readonly (readonly [name: string, value: string])[];

export function supportCapability(
	{ ports }: Pick<CoreContext, 'ports'>,
	state: () => AppState,
): Handlers<'support'> {
	return {
		'support.report'() {
			const at = ports.clock.now();
			const sections: [title: string, body: string][] = [
				['Program', table([['Written', iso(at)], ...(ports.hostFacts?.facts() ?? [])])],
				['State', table(stateFacts(state()))],
				['Log', ports.hostFacts?.logTail() ?? ''],
			];
			const text = sections.map(([title, body]) => `== ${title} ==\n${body}\n`).join('\n');
			return succeed({ name: `stillroom-report-${stamp(at)}.txt`, text });
		},
	};
}

const iso = (at: number | null): string => (at === null ? 'never' : new Date(at).toISOString());

const table = (facts: Facts): string =>
	facts.map(([name, value]) => `${name}: ${value}`).join('\n');

function stateFacts(state: AppState): Facts {
	const { account, network, outbox, sync, settings } = state;
	return [
		['Service', account === null ? 'none' : new URL(account.serviceUrl).origin],
		['Practice', account?.practice === true ? 'yes' : 'no'],
		['Session', state.session],
		['Network', `${network.state}, last answer ${iso(network.lastAnswerAt)}`],
		['Outbox', `${String(outbox.waiting)} waiting, ${String(outbox.needYou)} need attention`],
		['Work under other accounts', String(state.elsewhere.length)],
		['Disk full', state.diskFull ? 'yes' : 'no'],
		['Language', `${settings.language}, ${settings.locale}`],
		...sync.tables.map(({ kind, count, asOf, complete }): Facts[number] => [
			`List ${kind}`,
			`${String(count ?? '?')} records, as of ${iso(asOf)}${complete ? '' : ', incomplete'}`,
		]),
	];
}
