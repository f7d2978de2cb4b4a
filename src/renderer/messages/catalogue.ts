// The message catalogue: one pair of files per area. To add an area, add its two files and its two lines here.
import commonEn from './en/common.json';
import connectEn from './en/connect.json';
import countHistoryEn from './en/count-history.json';
import countPaperEn from './en/count-paper.json';
import countReviewEn from './en/count-review.json';
import cutOffEn from './en/cutOff.json';
import decisionEn from './en/decision.json';
import draftEn from './en/draft.json';
import editEn from './en/edit.json';
import entryEn from './en/entry.json';
import errorsEn from './en/errors.json';
import filterEn from './en/filter.json';
import outboxEn from './en/outbox.json';
import outboxHistoryEn from './en/outbox-history.json';
import overlapEn from './en/overlap.json';
import reportEn from './en/report.json';
import planEn from './en/plan.json';
import scanEn from './en/scan.json';
import severalEn from './en/several.json';
import evidenceEn from './en/evidence.json';
import postingEn from './en/posting.json';
import serviceCheckEn from './en/service-check.json';
import rescueEn from './en/rescue.json';
import settingsEn from './en/settings.json';
import sheetEn from './en/sheet.json';
import shellEn from './en/shell.json';
import stocktakeEn from './en/stocktake.json';
import transferReportEn from './en/transferReport.json';
import transfersEn from './en/transfers.json';
import twinsEn from './en/twins.json';
import undoEn from './en/undo.json';
import wastageEn from './en/wastage.json';
import commonAr from './ar/common.json';
import connectAr from './ar/connect.json';
import countHistoryAr from './ar/count-history.json';
import countPaperAr from './ar/count-paper.json';
import countReviewAr from './ar/count-review.json';
import cutOffAr from './ar/cutOff.json';
import decisionAr from './ar/decision.json';
import draftAr from './ar/draft.json';
import editAr from './ar/edit.json';
import entryAr from './ar/entry.json';
import errorsAr from './ar/errors.json';
import filterAr from './ar/filter.json';
import outboxAr from './ar/outbox.json';
import outboxHistoryAr from './ar/outbox-history.json';
import overlapAr from './ar/overlap.json';
import reportAr from './ar/report.json';
import planAr from './ar/plan.json';
import scanAr from './ar/scan.json';
import severalAr from './ar/several.json';
import evidenceAr from './ar/evidence.json';
import postingAr from './ar/posting.json';
import serviceCheckAr from './ar/service-check.json';
import rescueAr from './ar/rescue.json';
import settingsAr from './ar/settings.json';
import sheetAr from './ar/sheet.json';
import shellAr from './ar/shell.json';
import stocktakeAr from './ar/stocktake.json';
import transferReportAr from './ar/transferReport.json';
import transfersAr from './ar/transfers.json';
import twinsAr from './ar/twins.json';
import undoAr from './ar/undo.json';
import wastageAr from './ar/wastage.json';

const english = {
	common: commonEn,
	connect: connectEn,
	countHistory: countHistoryEn,
	countPaper: countPaperEn,
	countReview: countReviewEn,
	cutOff: cutOffEn,
	decision: decisionEn,
	draft: draftEn,
	edit: editEn,
	entry: entryEn,
	errors: errorsEn,
	filter: filterEn,
	outbox: outboxEn,
	outboxHistory: outboxHistoryEn,
	overlap: overlapEn,
	report: reportEn,
	plan: planEn,
	scan: scanEn,
	several: severalEn,
	evidence: evidenceEn,
	posting: postingEn,
	serviceCheck: serviceCheckEn,
	rescue: rescueEn,
	settings: settingsEn,
	sheet: sheetEn,
	shell: shellEn,
	stocktake: stocktakeEn,
	transferReport: transferReportEn,
	transfers: transfersEn,
	twins: twinsEn,
	undo: undoEn,
	wastage: wastageEn,
};

/** The English files decide which messages there are; a language that lacks one does not compile. */
type Catalogue = typeof english;

const arabic: Catalogue = {
	common: commonAr,
	connect: connectAr,
	countHistory: countHistoryAr,
	countPaper: countPaperAr,
	countReview: countReviewAr,
	cutOff: cutOffAr,
	decision: decisionAr,
	draft: draftAr,
	edit: editAr,
	entry: entryAr,
	errors: errorsAr,
	filter: filterAr,
	outbox: outboxAr,
	outboxHistory: outboxHistoryAr,
	overlap: overlapAr,
	report: reportAr,
	plan: planAr,
	scan: scanAr,
	several: severalAr,
	evidence: evidenceAr,
	posting: postingAr,
	serviceCheck: serviceCheckAr,
	rescue: rescueAr,
	settings: settingsAr,
	sheet: sheetAr,
	shell: shellAr,
	stocktake: stocktakeAr,
	transferReport: transferReportAr,
	transfers: transfersAr,
	twins: twinsAr,
	undo: undoAr,
	wastage: wastageAr,
};

export type LanguageCode = 'en' | 'ar';

/** `area.message`, such as `stocktake.title`. */
export type MessageKey = {
	[Area in keyof Catalogue]: `${Area}.${keyof Catalogue[Area] & string}`;
}[keyof Catalogue];

const catalogues = { en: english, ar: arabic } satisfies Record<LanguageCode, Catalogue>;

/** Every message of a language by its full key. */
export function messagesOf(language: LanguageCode): ReadonlyMap<string, string> {
	return new Map(
		Object.entries(catalogues[language]).flatMap(([area, messages]) =>
			Object.entries(messages).map(([name, message]) => [`${area}.${name}`, message] as const),
		),
	);
}
