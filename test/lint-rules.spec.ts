// Tests that the import rules, and the bans on what core may use, really catch violations.
import { ESLint } from 'eslint';
import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

const imports = 'no-restricted-imports';
const syntax = 'no-restricted-syntax';
const names = 'no-restricted-globals';
const members = 'no-restricted-properties';
const spread = 'no-useless-spread';
const watched = new Set([imports, syntax, names, members, spread, 'no-console']);

type Case = [path: string, line: string, rule?: string];

const refused: Case[] = [
	['src/shared/domain/unit.ts', "import '../../main/core/core.ts';", imports],
	['src/shared/domain/unit.ts', "import ky from 'ky';", imports],
	['src/shared/domain/unit.ts', "import { readFileSync } from 'node:fs';", imports],
	['src/shared/domain/unit.ts', 'document.title;', names],
	['src/main/core/outbox/lane.ts', "import { app } from 'electron';", imports],
	['src/main/core/outbox/lane.ts', "import '../../loopback/server.ts';", imports],
	['src/main/core/outbox/lane.ts', "import '../../../practice/service.ts';", imports],
	['src/main/core/outbox/lane.ts', "import { request } from 'node:https';", imports],
	['src/main/core/outbox/lane.ts', "import { randomUUID } from 'node:crypto';", imports],
	['src/main/core/outbox/lane.ts', "import { readFileSync } from 'node:fs';", imports],
	['src/main/core/outbox/lane.ts', 'f({ ...{ a: 1 }, b: 2 });', spread],
	['src/practice/service.ts', 'f({ ...{ a: 1 }, b: 2 });', spread],
	['src/practice/service.ts', 'f([...[1, 2], 3]);', spread],
	['src/practice/service.ts', 'f(...[1, 2], 3);', spread],
	['src/main/core/outbox/lane.ts', 'Date.now();', members],
	['src/main/core/outbox/lane.ts', 'Math.random();', members],
	['src/main/core/outbox/lane.ts', 'crypto.randomUUID();', members],
	['src/main/core/outbox/lane.ts', 'AbortSignal.timeout(1);', members],
	['src/main/core/outbox/lane.ts', 'setTimeout(() => 1, 1);', names],
	['src/main/core/outbox/lane.ts', "fetch('/');", names],
	['src/main/core/outbox/lane.ts', "console.log('sent');", 'no-console'],
	['src/main/core/outbox/lane.ts', "import '../../host/clock.ts';", imports],
	['src/main/core/stocktake/cut-off.ts', "import '../transfer/transfer.ts';", imports],
	['src/main/core/stocktake/cut-off.ts', "import '../waste/waste.ts';", imports],
	['src/main/core/transfer/report.ts', "import '../waste/shortcuts.ts';", imports],
	['src/main/core/transfer/report.ts', "import { app } from 'electron';", imports],
	['src/main/host/clock.ts', 'document.title;', names],
	['src/practice/service.ts', 'window.name;', names],
	['src/main/host/clock.ts', "import '../electron/window.ts';", imports],
	['src/main/host/clock.ts', "import { app } from 'electron';", imports],
	['src/main/loopback/server.ts', "import { app } from 'electron';", imports],
	['src/main/loopback/server.ts', "import '../electron/window.ts';", imports],
	['src/main/electron/window.ts', "import '../../renderer/main.ts';", imports],
	['src/main/electron/window.ts', "ipcMain.handle('more', () => 1);", members],
	['src/main/electron/window.ts', "shell.openExternal('https://example.org');", members],
	['src/main/electron/ipc.ts', "shell.openExternal('https://example.org');", members],
	['src/renderer/bridge/bridge.ts', "import '../../main/core/core.ts';", imports],
	['src/renderer/bridge/bridge.ts', "import { join } from 'node:path';", imports],
	['src/renderer/ui/Pill.svelte', '<p style="color: red">Late</p>', syntax],
	['src/practice/service.ts', "import '../main/core/core.ts';", imports],
	['src/main/launch.ts', "import { app } from 'electron';", imports],
	['scripts/tour.ts', "import { app } from 'electron';", imports],
	['src/main/core/outbox/lane.spec.ts', "import { app } from 'electron';", imports],
	['src/renderer/ui/Pill.svelte', "<script>import 'electron';</script>", imports],
	['src/renderer/bridge/bridge.ts', "document.body.innerHTML = '';", members],
	['src/main/core/outbox/lane.ts', 'performance.now();', names],
];

const allowed: Case[] = [
	['src/main/core/outbox/lane.spec.ts', "import '../../loopback/server.ts';"],
	['src/shared/domain/unit.ts', "import { z } from 'zod';"],
	['src/shared/domain/unit.ts', "import Big from 'big.js';"],
	['src/shared/domain/unit.ts', "import './decimal.ts';"],
	['src/main/core/outbox/lane.ts', "import '../../../shared/domain/unit.ts';"],
	['src/main/core/outbox/lane.ts', "import { createHash } from 'node:crypto';"],
	['src/main/core/outbox/lane.ts', 'new Date(0);'],
	['src/main/core/rescue/import-work.ts', "import '../receiving/entered.ts';"],
	['src/main/core/store/migrate.ts', "import { readFileSync } from 'node:fs';"],
	['src/main/electron/window.ts', "import { BrowserWindow } from 'electron';"],
	['src/main/electron/ipc.ts', "ipcMain.handle('core:call', () => 1);"],
	['src/main/electron/open-external.ts', "shell.openExternal('https://example.org');"],
	['src/renderer/ui/Pill.svelte', '<p style:color="red">Late</p>'],
	['src/practice/service.ts', "import fastify from 'fastify';"],
];

const report = z.object({
	diagnostics: z.array(
		z.object({
			code: z.string(),
			filename: z.string(),
			labels: z.array(z.object({ span: z.object({ line: z.number() }) })),
		}),
	),
});

/** By path and line: the rules that each case breaks. Without types, which these rules do not need. */
function broken(cases: Case[]): Map<string, string[]> {
	const folder = mkdtempSync(join(tmpdir(), 'stillroom-lint-'));
	const config = JSON.stringify(resolve('oxlint.config.ts'));
	writeFileSync(
		join(folder, 'oxlint.config.ts'),
		`import config from ${config};\nexport default { ...config, options: {} };\n`,
	);
	const files = Map.groupBy(cases, ([path]) => path);
	for (const [path, lines] of files) {
		mkdirSync(dirname(join(folder, path)), { recursive: true });
		writeFileSync(join(folder, path), lines.map(([, line]) => `${line}\n`).join(''));
	}
	const { stdout } = spawnSync(resolve('node_modules/.bin/oxlint'), ['-f', 'json', '.'], {
		cwd: folder,
		encoding: 'utf8',
	});
	rmSync(folder, { recursive: true });

	const found = new Map<string, string[]>();
	for (const { code, filename, labels } of report.parse(JSON.parse(stdout)).diagnostics) {
		const rule = /\((.*)\)/.exec(code)?.[1] ?? code;
		const line = files.get(filename)?.[(labels[0]?.span.line ?? 0) - 1];
		if (line === undefined || !watched.has(rule)) continue;
		const key = `${filename} ${line[1]}`;
		found.set(key, [...(found.get(key) ?? []), rule]);
	}
	return found;
}

const inTypeScript = ([path]: Case): boolean => path.endsWith('.ts');
const found = broken([...refused, ...allowed].filter(inTypeScript));

const eslint = new ESLint({ ruleFilter: ({ ruleId }) => watched.has(ruleId) });

async function complaints(path: string, line: string): Promise<string[]> {
	if (inTypeScript([path, line])) return found.get(`${path} ${line}`) ?? [];
	const [result] = await eslint.lintText(`${line}\n`, { filePath: path });
	if (result === undefined) throw new Error(`${path} is ignored by lint.`);
	return result.messages.map(({ ruleId, message }) => ruleId ?? message);
}

describe('lint refuses', () => {
	test.each(refused)('in %s: %s', async (path, line, rule) => {
		expect(await complaints(path, line)).toEqual([rule]);
	});
});

describe('lint allows', () => {
	test.each(allowed)('in %s: %s', async (path, line) => {
		expect(await complaints(path, line)).toEqual([]);
	});
});

test('core asks the system for no date', () => {
	const files = globSync('src/main/core/**/*.ts').filter((file) => !file.endsWith('.spec.ts'));
	expect(files.length).toBeGreaterThan(300);
	expect(files.filter((file) => /\bDate\(\)/.test(readFileSync(file, 'utf8')))).toEqual([]);
});

// oxlint obeys such comments; ESLint ignores them.
test('no comment in TypeScript turns a rule off', () => {
	const files = globSync('{src,test,bench,scripts}/**/*.ts');
	expect(files.length).toBeGreaterThan(1_000);
	expect(files.filter((file) => /(?:es|ox)lint-disable/.test(readFileSync(file, 'utf8')))).toEqual(
		[],
	);
});
