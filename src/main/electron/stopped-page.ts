// The page after a failure: says what is safe, with one button. Plain HTML, so that it needs none of the screens.
import type { Settings } from '../../shared/bridge/app.ts';
import { pageHeaders } from '../host/screens.ts';
import { homePage } from './protocol.ts';

type Language = Settings['language'];
/** `page`: the window's page ended. `program`: an error in the program itself. */
export type Stopped = 'page' | 'program';

export const stoppedPath = (what: Stopped): string => `/stopped/${what}`;
const stylePath = '/stopped.css';
export const restartPath = '/restart';

const words = {
	en: {
		page: 'This window stopped working',
		program: 'Stillroom had a problem',
		safe: 'Everything that was saved is safe, and so is everything that waits to be sent. At most the box that was open is lost.',
		again: 'If this happens again, save a report for support in Settings.',
		'button-page': 'Open Stillroom again',
		'button-program': 'Restart Stillroom',
	},
	ar: {
		page: 'توقفت هذه النافذة عن العمل',
		program: 'حدثت مشكلة في Stillroom',
		safe: 'كل ما حُفظ آمن، وكذلك كل ما ينتظر الإرسال. أقصى ما قد تفقده هو الخانة التي كانت مفتوحة.',
		again: 'إذا تكرر ذلك، فاحفظ تقريرًا للدعم من الإعدادات.',
		'button-page': 'افتح Stillroom من جديد',
		'button-program': 'أعد تشغيل Stillroom',
	},
} as const satisfies Record<Language, Record<string, string>>;

const style = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { max-inline-size: 34rem; margin: 18vh auto 0; padding-inline: 1.5rem; }
h1 { font-size: 1.4rem; }
a { display: inline-block; margin-block-start: 0.5rem; padding: 0.5rem 1rem; border-radius: 6px;
	background: #1f5c45; color: #fff; font-weight: 600; text-decoration: none; }
a:focus-visible { outline: 3px solid #7ab59c; outline-offset: 2px; }
`;

export function stoppedHtml(what: Stopped, language: Language): string {
	const say = words[language];
	const target = what === 'page' ? homePage : new URL(restartPath, homePage).href;
	return `<!doctype html>
<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">
<head><meta charset="utf-8"><title>Stillroom</title><link rel="stylesheet" href="${stylePath}"></head>
<body><main><h1>${say[what]}</h1><p>${say.safe}</p><p>${say.again}</p>
<a href="${target}" autofocus>${say[`button-${what}`]}</a></main></body>
</html>
`;
}

/** The words for a native message, where not even this page can be shown. */
export const stoppedWords = (language: Language) => words[language];

/** @returns null for any other path */
export function stoppedAnswer(path: string, language: Language): Response | null {
	const html = (what: Stopped) => send(stoppedHtml(what, language), 'text/html; charset=utf-8');
	if (path === stoppedPath('page')) return html('page');
	if (path === stoppedPath('program')) return html('program');
	if (path === stylePath) return send(style, 'text/css; charset=utf-8');
	return null;
}

const send = (body: string, type: string): Response =>
	new Response(body, {
		headers: { ...pageHeaders, 'content-type': type, 'cache-control': 'no-store' },
	});
