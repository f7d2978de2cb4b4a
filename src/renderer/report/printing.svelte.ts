// Which report is printed, and on which paper. While one is chosen, the page prints only that, through the host or the
// browser's own shortcut.
import type { PaperSize } from '../../shared/bridge/host-parts.ts';
import type { Report } from '../../shared/report/report.ts';

export class Printing {
	report = $state.raw<Report | null>(null);
	size = $state<PaperSize>('A4');
	landscape = $state(false);

	/** @param locale decides the default paper. */
	open(report: Report, locale: string): void {
		this.size = usualPaper(locale);
		this.landscape = report.wide ?? false;
		this.report = report;
	}

	close(): void {
		this.report = null;
	}
}

/** Regions that use Letter paper (CLDR 48, supplemental measurementData, paperSize US-Letter). */
const letterRegions = 'BZ CA CL CO CR GT MX NI PA PH PR SV US VE'.split(' ');

export function usualPaper(locale: string): PaperSize {
	const { region } = new Intl.Locale(locale).maximize();
	return letterRegions.includes(region ?? '') ? 'Letter' : 'A4';
}
