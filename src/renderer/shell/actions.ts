// What the palette offers to do: new documents, deliveries to receive, and settings.
import type { App } from '../app.svelte.ts';
import type { MessageKey } from '../messages/catalogue.ts';
import { languageNames } from '../messages/language.svelte.ts';
import { toLanguage } from '../screens/settings/regions.ts';
import { textSizes } from '../screens/settings/text-sizes.ts';
import type { IconName } from '../ui/icons.ts';
import { areaNames, areas, type Area } from './areas.ts';
import type { Arriving } from './arriving.ts';
import { pathOf } from './route.svelte.ts';

export interface Action {
	readonly id: string;
	readonly label: string;
	readonly icon: IconName;
	/** Listed before anything is typed. */
	readonly isCommon: boolean;
	readonly run: () => void;
}

/** Headings of the cards in the settings. */
const cards: readonly MessageKey[] = [
	'settings.connection',
	'settings.place',
	'common.thisPc',
	'desktop.support',
	'settings.look',
	'decision.settingsTitle',
	'undo.settingsTitle',
	'countReview.settings',
	'settings.scanner',
	'settings.wasteWords',
];

/** @param arriving what can be received here now */
export function actionsOf(app: App, arriving: readonly Arriving[]): readonly Action[] {
	const { t, route, settings } = app;
	return [
		...pagesOf(app, (area) => areas[area].record === undefined),
		...arriving.map(({ documentId, from, number, area }) => ({
			id: documentId,
			label: t('shell.receiveFrom', { from, number }),
			icon: areas[area].icon,
			isCommon: true,
			run: () => route.go(pathOf(area, documentId)),
		})),
		...settings.staff
			.filter((name) => name !== settings.person)
			.map((name) => ({
				id: `person ${name}`,
				label: t('shell.workAs', { name }),
				icon: 'person' as const,
				isCommon: false,
				run: () => void app.change({ person: name }),
			})),
		...looks(app),
		...cards.map((label) => ({
			id: label,
			label: t('shell.settingsOf', { what: t(label) }),
			icon: 'sliders' as const,
			isCommon: false,
			run: () => route.go(`/settings?show=${label}`),
		})),
		// There are many records, and each has a page.
		...pagesOf(app, (area) => areas[area].record !== undefined),
	];
}

const pagesOf = ({ t, route }: App, fits: (area: Area) => boolean): readonly Action[] =>
	areaNames.filter(fits).flatMap((area) =>
		(areas[area].pages ?? []).map(({ path, title, icon = areas[area].icon, isCommon = false }) => {
			const there = `/${area}/${path}`;
			return { id: there, label: t(title), icon, isCommon, run: () => route.go(there) };
		}),
	);

function looks(app: App): readonly Action[] {
	const { t, format, settings } = app;
	const other = settings.language === 'en' ? 'ar' : 'en';
	const look = (id: string, label: string, run: () => unknown): Action => {
		return { id, label, icon: 'sliders', isCommon: false, run: () => void run() };
	};
	const language = look(
		'language',
		`${t(`shell.useLanguage-${other}`)} (${languageNames[other]})`,
		() => app.change((now) => toLanguage(other, now)),
	);
	return [
		// An administrator may have chosen it.
		...(app.bridge.host.policy?.settings.language === undefined ? [language] : []),
		...(['light', 'dark', 'system'] as const)
			.filter((theme) => theme !== settings.theme)
			.map((theme) => look(theme, t(`shell.theme-${theme}`), () => app.change({ theme }))),
		...(['system', 'more'] as const)
			.filter((contrast) => contrast !== settings.contrast)
			.map((contrast) =>
				look(`contrast ${contrast}`, t(`shell.contrast-${contrast}`), () =>
					app.change({ contrast }),
				),
			),
		...(['compact', 'default', 'touch'] as const)
			.filter((density) => density !== settings.density)
			.map((density) =>
				look(density, t(`shell.density-${density}`), () => app.change({ density })),
			),
		...textSizes
			.filter((textSize) => textSize !== settings.textSize)
			.map((textSize) =>
				look(
					`text ${String(textSize)}`,
					t('shell.textSize', { size: format.percent(textSize / 100) }),
					() => app.change({ textSize }),
				),
			),
		look('sound', t(settings.scanner.sound ? 'shell.soundOff' : 'shell.soundOn'), () =>
			app.change((now) => ({ scanner: { ...now.scanner, sound: !now.scanner.sound } })),
		),
	];
}
