import { expect, test } from 'vitest';
import { someSettings } from '../../../test/support/test-core.ts';
import type { Settings } from '../../shared/bridge/app.ts';
import type { App } from '../app.svelte.ts';
import { Format } from '../messages/format.svelte.ts';
import { Language } from '../messages/language.svelte.ts';
import { actionsOf } from './actions.ts';
import { areaNames, areas } from './areas.ts';

type Change = Partial<Settings> | ((now: Settings) => Partial<Settings>);

test('each action of the palette opens or changes what it says', async () => {
	const language = new Language('en');
	const settings: Settings = {
		...someSettings,
		locale: 'en-GB',
		person: 'Noor',
		staff: ['Noor', 'Samir', 'Mara'],
	};
	const done: unknown[] = [];
	const app = {
		t: language.t,
		format: new Format(language),
		settings,
		bridge: { host: { kind: 'loopback', can: [] } },
		route: { go: (path: string) => void done.push(path) },
		change: async (change: Change) =>
			void done.push(typeof change === 'function' ? change(settings) : change),
	};
	const actions = actionsOf(app as unknown as App, [
		{ documentId: 'D-1', number: 'TRO-1', from: 'Garden Room', area: 'transfers' },
		{ documentId: 'D-2', number: 'PO-2', from: 'Hill Farm', area: 'deliveries' },
	]);
	const pages = areaNames.flatMap((area) =>
		(areas[area].pages ?? []).map(({ path, title }) => [language.t(title), `/${area}/${path}`]),
	);
	const told = actions.map(({ label, run }) => {
		run();
		return [label, done.pop()];
	});
	expect(told).toEqual(expect.arrayContaining(pages));
	expect(done).toEqual([]);
	const labels = told.map(([label]) => label);
	expect(labels).toEqual([...new Set(labels)]);
	const others = told.filter(([, path]) => !pages.some(([, page]) => page === path));
	expect(others.map(([label, what]) => `${String(label)}: ${JSON.stringify(what)}`)).toEqual([
		'Receive from Garden Room (TRO-1): "/transfers/D-1"',
		'Receive from Hill Farm (PO-2): "/deliveries/D-2"',
		'Work here as Samir: {"person":"Samir"}',
		'Work here as Mara: {"person":"Mara"}',
		'Switch to Arabic (العربية): {"language":"ar","locale":"ar-SA","localeOf":{"en":"en-GB"}}',
		'Light theme: {"theme":"light"}',
		'Dark theme: {"theme":"dark"}',
		'High contrast: {"contrast":"more"}',
		'Compact rows: {"density":"compact"}',
		'Rows for touch: {"density":"touch"}',
		'Text size 90%: {"textSize":90}',
		'Text size 110%: {"textSize":110}',
		'Text size 125%: {"textSize":125}',
		'Text size 150%: {"textSize":150}',
		'Text size 175%: {"textSize":175}',
		'Text size 200%: {"textSize":200}',
		'Turn off the scanner sound: {"scanner":{"prefix":"","suffix":"enter","sound":false}}',
		'Settings: Connection: "/settings?show=settings.connection"',
		'Settings: Staff and location: "/settings?show=settings.place"',
		'Settings: This PC: "/settings?show=common.thisPc"',
		'Settings: Support: "/settings?show=desktop.support"',
		'Settings: Language and appearance: "/settings?show=settings.look"',
		'Settings: Approvals: "/settings?show=decision.settingsTitle"',
		'Settings: Undo after submitting: "/settings?show=undo.settingsTitle"',
		'Settings: Counts: tolerance and reasons: "/settings?show=countReview.settings"',
		'Settings: Barcode scanner: "/settings?show=settings.scanner"',
		'Settings: Waste reasons in your own words: "/settings?show=settings.wasteWords"',
	]);
});
