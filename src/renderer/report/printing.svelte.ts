// Printing a report: which one, and on which paper. While one is chosen, the page prints it and nothing else, whoever
// prints: the host, or the person with the browser's own keys.
import type { PaperSize } from '../../shared/bridge/host-parts.ts';
import type { Report } from '../../shared/report/report.ts';

export class Printing {
	report = $state.raw<Report | null>(null);
	size = $state<PaperSize>('A4');
	landscape = $state(false);

	/** @param locale decides the paper that is at hand there. */
	open(report: Report, locale: string): void {
		this.size = usualPaper(locale);
		this.landscape = report.wide ?? false;
		this.report = report;
	}

	close(): void {
		this.report = null;
	}
}

/** Regions whose offices use Letter (CLDR 48, supplemental measurementData, paperSize US-Letter). */
const letterRegions = 'BZ CA CL CO CR GT MX NI PA PH PR SV US VE'.split(' ');

export function usualPaper(locale: string): PaperSize {
	const { region } = new Intl.Locale(locale).maximize();
	return letterRegions.includes(region ?? '') ? 'Letter' : 'A4';
}
