// The credit register on paper: the list, the sums by supplier, and the letter to a supplier, which is also e-mail text.
import type { App } from '../../app.svelte.ts';
import type { CallOutput } from '../../../shared/bridge/contract.ts';
import { creditAges } from '../../../shared/credit/credit.ts';
import { fileNameOf, tableOf, type ColumnOf, type Report } from '../../../shared/report/report.ts';
import { columnsFor } from '../../report/columns.ts';

type Words = Pick<App, 't' | 'format'>;
type Listed = CallOutput<'credit.list'>;
export type ClaimRow = Listed['claims'][number];
export type SupplierRow = Listed['suppliers'][number];
export type Letter = CallOutput<'credit.letter'>;
type LetterClaim = Letter['claims'][number];

/** Claims of one currency each, as a location has only its own. */
export function claimsReport(
	{ t, format }: Words,
	place: { readonly name: string; readonly today: string; readonly currency: string },
	claims: readonly ClaimRow[],
): Report {
	const { text, day, amount } = columnsFor<ClaimRow>(place.currency);
	const columns = [
		day(t('credit.openedOn'), ({ businessDate }) => businessDate),
		text(t('delivery.supplier'), ({ supplierName }) => supplierName),
		text(t('common.kind'), ({ kind }) => t(`credit.kind-${kind}`)),
		text(t('common.document'), ({ documentNumber }) => documentNumber),
		text(t('common.state'), ({ state }) => t(`credit.state-${state}`)),
		amount(t('credit.amount'), (claim) => claim.amount),
		text(t('credit.currency'), ({ currency }) => currency),
		text(t('common.note'), ({ note }) => note),
	];
	return {
		title: t('credit.title'),
		fileName: fileNameOf('credits', place.name, place.today),
		location: place.name,
		day: format.date(place.today),
		facts: [{ label: t('common.location'), value: place.name }],
		tables: [{ name: t('credit.title'), ...tableOf(columns, claims) }],
		wide: true,
	};
}

export function suppliersReport(
	{ t, format }: Words,
	place: { readonly name: string; readonly today: string; readonly currency: string },
	suppliers: readonly SupplierRow[],
): Report {
	const { text, amount } = columnsFor<SupplierRow>(place.currency);
	const columns = [
		text(t('delivery.supplier'), ({ supplierName }) => supplierName),
		text(t('credit.currency'), ({ currency }) => currency),
		...creditAges.map((age) => amount(t(`credit.age-${age}`), ({ byAge }) => byAge[age])),
		amount(t('credit.outstanding'), ({ outstanding }) => outstanding),
		amount(t('credit.state-credited'), ({ credited }) => credited),
		amount(t('credit.state-refused'), ({ refused }) => refused),
	];
	return {
		title: t('credit.totalsTitle'),
		fileName: fileNameOf('credits by supplier', place.name, place.today),
		location: place.name,
		day: format.date(place.today),
		facts: [{ label: t('common.location'), value: place.name }],
		tables: [{ name: t('credit.totalsTitle'), ...tableOf(columns, suppliers) }],
		wide: true,
	};
}

/** A line with its claim; the amount is what is asked for now, which may differ from the sum of the lines. */
const lettered = (claims: readonly LetterClaim[]) =>
	claims.flatMap((claim) =>
		claim.lines.map((line, at) => ({
			claim,
			line,
			isFirst: at === 0,
			isLast: at === claim.lines.length - 1,
		})),
	);
type Lettered = ReturnType<typeof lettered>[number];

/** The note is about the whole claim, so it ends its last line. */
const whatOf = ({ t, format }: Words, { claim, line, isLast }: Lettered): string =>
	[
		line.itemName,
		line.quantity === null ? '' : `${format.quantity(line.quantity)} ${line.unitName}`,
		t(`credit.letter-${claim.kind}`),
		isLast ? claim.note : '',
	]
		.map((part) => part.trim())
		.filter((part) => part !== '')
		.join(', ');

export function letterReport({ t, format }: Words, letter: Letter): Report {
	const { claims, totals, supplierName, locationName, businessDate } = letter;
	const columns = (currency: string): ColumnOf<Lettered>[] => {
		const { text, day, amount } = columnsFor<Lettered>(currency);
		return [
			text(t('common.document'), ({ claim }) => claim.documentNumber),
			day(t('credit.openedOn'), ({ claim }) => claim.businessDate),
			text(t('common.code'), ({ line }) => line.code),
			text(t('credit.claimFor'), (each) => whatOf({ t, format }, each)),
			amount(t('credit.claimed'), ({ line }) => line.amount),
			amount(t('credit.askedFor'), ({ claim, isFirst }) => (isFirst ? claim.amount : '')),
		];
	};
	return {
		title: t('credit.letterTitle', { supplier: supplierName }),
		fileName: fileNameOf('credit request', supplierName, businessDate),
		location: locationName,
		day: format.date(businessDate),
		facts: [
			{ label: t('credit.letterTo'), value: supplierName },
			{ label: t('credit.letterFrom'), value: locationName },
			{ label: t('credit.letterRequest'), value: t('credit.letterBody') },
			{ label: t('credit.currency'), value: totals.map((total) => total.currency).join(', ') },
		],
		tables: totals.map((total) => ({
			name: t('credit.letterClaims', { currency: total.currency }),
			...tableOf(
				columns(total.currency),
				lettered(claims.filter((claim) => claim.currency === total.currency)),
			),
			totals: [t('common.total'), '', '', '', '', total.amount],
		})),
		signatures: [t('credit.signed')],
		wide: true,
	};
}

/** The letter as plain text for an e-mail. Right to left, each part keeps its own direction, and so does each line. */
export function letterText(
	{ t, format, language }: Pick<App, 't' | 'format' | 'language'>,
	letter: Letter,
): string {
	const apart = (part: string): string =>
		language.direction === 'rtl' ? `\u2068${part}\u2069` : part;
	const line = (text: string): string =>
		language.direction === 'rtl' && text !== '' ? `\u200f${text}` : text;
	const joined = (parts: readonly string[], by: string): string =>
		parts
			.filter((part) => part !== '')
			.map(apart)
			.join(by);
	const { claims, totals, supplierName, locationName, businessDate } = letter;
	const lines = claims.map((claim) => {
		const what = lettered([claim]).map((each) => whatOf({ t, format }, each));
		const head = joined([claim.documentNumber, format.date(claim.businessDate)], ', ');
		const amount = apart(format.money(claim.amount, claim.currency));
		return `- ${head}: ${joined(what, '; ')}: ${amount}`;
	});
	return [
		t('credit.letterTitle', { supplier: supplierName }),
		joined([locationName, format.date(businessDate)], ', '),
		'',
		t('credit.letterBody'),
		'',
		...lines,
		'',
		...totals.map(({ amount, currency }) =>
			t('credit.letterTotal', { amount: format.money(amount, currency) }),
		),
	]
		.map(line)
		.join('\n');
}
