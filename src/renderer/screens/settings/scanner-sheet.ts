// The page to set up a scanner with: the settings that Stillroom needs, and barcodes to test them. The codes that set a
// scanner up differ between makers, so they are in its own manual.
import type { Report } from '../../../shared/report/report.ts';
import type { App } from '../../app.svelte.ts';
import { eanPicture } from '../../scan/ean.ts';

/** From the range that GS1 keeps for use inside a company, so that no product has them. */
export const testCodes = ['2000000000015', '20000004'] as const;

// Names in the manuals of scanners, which are the same in every language.
const symbologies = 'EAN-8, EAN-13, UPC-A, ITF-14';
const suffixNames = { enter: 'CR', tab: 'HT' } as const;

export function scannerSheet(app: App): Report {
	const { t, location, settings } = app;
	const { prefix, suffix } = settings.scanner;
	const suffixShown =
		suffix === 'none'
			? t('settings.sheetNoSuffix')
			: `${t(`settings.scanSuffix-${suffix}`)} (${suffixNames[suffix]})`;
	const row = (
		name: 'Interface' | 'Layout' | 'Prefix' | 'Suffix' | 'Symbology' | 'Delay',
		value: string,
	) => [t(`settings.sheet${name}`), value];
	return {
		title: t('settings.scanSheet'),
		fileName: 'scanner',
		location: location?.name ?? '',
		day: location?.today ?? '',
		facts: [{ label: t('settings.sheetHow'), value: t('settings.sheetHowText') }],
		tables: [
			{
				name: t('settings.sheetTable'),
				columns: [
					{ kind: 'text', label: t('settings.sheetSetting') },
					{ kind: 'text', label: t('settings.sheetValue') },
				],
				rows: [
					row('Interface', t('settings.sheetInterfaceValue', { name: 'USB HID, keyboard wedge' })),
					row('Layout', t('settings.sheetLayoutValue')),
					row('Prefix', prefix === '' ? t('settings.sheetNoPrefix') : prefix),
					row('Suffix', suffixShown),
					row('Delay', t('settings.sheetDelayValue')),
					row('Symbology', t('settings.sheetSymbologyValue', { types: symbologies })),
				],
			},
		],
		pictures: testCodes.map((code) => {
			return { address: eanPicture(code), caption: t('settings.sheetTest', { code }) };
		}),
	};
}
