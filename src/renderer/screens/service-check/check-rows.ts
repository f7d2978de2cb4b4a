// The tables of the report as rows of cells.
import type { ComponentProps } from 'svelte';
import type {
	CheckedPath,
	CheckEvidence,
	CheckReport,
} from '../../../shared/bridge/service-check.ts';
import { howKnown, meaningOf } from '../../../shared/bridge/service-check-words.ts';
import type { getApp } from '../../app.svelte.ts';
import { saidWords } from '../../messages/problem-words.ts';
import type Pill from '../../ui/Pill.svelte';

type Translate = ReturnType<typeof getApp>['t'];

interface Cell {
	readonly text: string;
	readonly pill?: {
		readonly tone: NonNullable<ComponentProps<typeof Pill>['tone']>;
		readonly words: string;
	};
	/** Beside the text. */
	readonly mute?: string;
	/** Verbatim, from left to right. */
	readonly code?: boolean;
}

export interface Row {
	readonly key: string;
	/** The first names the row. */
	readonly cells: readonly Cell[];
	/** Shown on demand. */
	readonly evidence?: { readonly label: string; readonly lines: readonly CheckEvidence[] };
}

const code = (text: string): Cell => ({ text, code: true });

/** Each setting the check looks for: found (with source), asked, or unknown (with cost). */
export function settingRows({ settings }: CheckReport, t: Translate): Row[] {
	const tones = { found: 'thyme', asked: 'sea', unknown: 'amber' } as const;
	return settings.map((setting) => {
		const { name, document, path, state, value } = setting;
		const pill = { tone: tones[state], words: t(`serviceCheck.state-${state}`) };
		return {
			key: path,
			cells: [
				{ text: t(`serviceCheck.setting-${name}`), ...ofDocument(document, t) },
				{ text: t(`serviceCheck.${howKnown(setting)}`), pill },
				// An unset profile value is JSON null.
				code(value === 'null' ? '–' : value),
			],
		};
	});
}

/** Each question with its answer and meaning; request and answer on demand. */
export function answerRows({ answers }: CheckReport, t: Translate): Row[] {
	const tones = { good: 'thyme', careful: 'amber', open: 'plain' } as const;
	return answers.map((answer) => {
		const { question, document, outcome } = answer;
		const asked = { text: t(`serviceCheck.ask-${question}`), ...ofDocument(document, t) };
		const words = [asked.text, asked.mute].filter((each) => each !== undefined).join(' ');
		const pill = { tone: tones[outcome], words: t(`serviceCheck.outcome-${outcome}`) };
		return {
			key: `${question} ${document ?? ''}`,
			cells: [
				asked,
				{ text: t(`serviceCheck.found-${answer.code}`, saidIn(answer.values, t)), pill },
				{ text: '', mute: t(`serviceCheck.${meaningOf(answer)}`) },
			],
			evidence: {
				label: t('serviceCheck.showEvidence', { question: words }),
				lines: answer.evidence,
			},
		};
	});
}

const saidIn = (values: CheckReport['answers'][number]['values'], t: Translate) =>
	typeof values['said'] === 'string' ? { ...values, said: saidWords(t, values['said']) } : values;

const ofDocument = (document: CheckReport['answers'][number]['document'], t: Translate) =>
	document === null ? {} : { mute: t(`serviceCheck.document-${document}`) };

/** Reads that did not answer; the others need no explanation. */
export function pathRows(paths: readonly CheckedPath[], t: Translate): Row[] {
	const tones = {
		refuses: 'plain',
		missing: 'amber',
		silent: 'amber',
		'not-asked': 'plain',
	} as const;
	return paths.flatMap(({ operation, address, outcome, status, said }) => {
		if (outcome === 'answers') return [];
		const pill = { tone: tones[outcome], words: t(`serviceCheck.path-${outcome}`) };
		const text = said === '' ? '' : `${String(status ?? '')} ${saidWords(t, said)}`;
		return [{ key: operation, cells: [code(operation), code(address), { text, pill }] }];
	});
}

/** Changes that the proposed profile makes. */
export const differenceRows = ({ differences }: CheckReport): Row[] =>
	differences.map(({ path, before, after }) => ({
		key: path,
		cells: [code(path), code(before ?? '–'), code(after ?? '–')],
	}));
