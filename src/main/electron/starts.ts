// Counts starts that failed since an update, so that the program can explain how to go back.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Settings } from '../../shared/bridge/app.ts';

const kept = z.object({
	version: z.string(),
	/** The version before the update; null once this version has started. */
	before: z.string().nullable(),
	failed: z.number().int(),
});

interface Start {
	/** The version to go back to, if this one failed twice since the update; else null. */
	readonly goBackTo: string | null;
	succeeded(): void;
}

export function noteStart(dataFolder: string, version: string): Start {
	const file = join(dataFolder, 'starts.json');
	const known = read(file);
	const now =
		known?.version !== version ? { version, before: known?.version ?? null, failed: 0 } : known;
	write(file, { ...now, failed: now.failed + 1 });
	return {
		goBackTo: now.failed >= 2 ? now.before : null,
		succeeded: () => write(file, { version, before: null, failed: 0 }),
	};
}

function read(file: string): z.infer<typeof kept> | null {
	try {
		return kept.parse(JSON.parse(readFileSync(file, 'utf8')));
	} catch {
		return null;
	}
}

function write(file: string, starts: z.infer<typeof kept>): void {
	writeFileSync(file, JSON.stringify(starts), { mode: 0o600 });
}

/** Both languages' words: the settings cannot be read if the start fails. */
export function goBackWords(
	language: Settings['language'],
	{ version, before, copies }: { version: string; before: string; copies: string },
): { message: string; detail: string; tryAgain: string; quit: string } {
	return language === 'ar'
		? {
				message: `فشل بدء Stillroom ${version} مرتين منذ التحديث.`,
				detail: `بياناتك آمنة. للعودة إلى الإصدار السابق ثبّت Stillroom ${before} من جديد. إذا رفض فتح البيانات، فانسخ أحدث نسخة من ${copies} مكان الملف stillroom.db. يشرح دليل التشغيل الخطوات.`,
				tryAgain: 'حاول من جديد',
				quit: 'إنهاء',
			}
		: {
				message: `Stillroom ${version} failed to start twice since the update.`,
				detail: `Your data is safe. To go back, install Stillroom ${before} again. If it refuses the data, put the newest copy from ${copies} in the place of stillroom.db. docs/desktop.md explains the steps.`,
				tryAgain: 'Try again',
				quit: 'Quit',
			};
}
