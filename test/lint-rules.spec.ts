// Tests that the import rules, and the bans on what core may use, really catch violations.
import { ESLint } from 'eslint';
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';

const eslint = new ESLint({
	ruleFilter: ({ ruleId }) => /no-restricted-(imports|globals|syntax)$|no-console/.test(ruleId),
});

/** Lint messages for a file with this one line at this path. */
async function complaints(path: string, line: string): Promise<string[]> {
	const [result] = await eslint.lintText(`${line}\n`, { filePath: path });
	if (result === undefined) throw new Error(`${path} is ignored by lint.`);
	return result.messages.map(({ ruleId, message }) => ruleId ?? message);
}

const imports = 'no-restricted-imports';
const syntax = 'no-restricted-syntax';
const names = 'no-restricted-globals';

describe('lint refuses', () => {
	test.each([
		['src/shared/domain/unit.ts', "import '../../main/core/core.ts';", imports],
		['src/shared/domain/unit.ts', "import ky from 'ky';", imports],
		['src/shared/domain/unit.ts', "import { readFileSync } from 'node:fs';", imports],
		['src/shared/domain/unit.ts', 'document.title;', names],
		['src/main/core/outbox/lane.ts', "import { app } from 'electron';", imports],
		['src/main/core/outbox/lane.ts', "import '../../loopback/server.ts';", imports],
		['src/main/core/outbox/lane.ts', "import '../../../practice/service.ts';", imports],
		['src/main/core/outbox/lane.ts', "import { request } from 'node:https';", imports],
		['src/main/core/outbox/lane.ts', "import { randomUUID } from 'node:crypto';", imports],
		[
			'src/main/core/outbox/lane.ts',
			"import { readFileSync } from 'node:fs';",
			'@typescript-eslint/no-restricted-imports',
		],
		['src/main/core/outbox/lane.ts', 'f({ ...{ a: 1 }, b: 2 });', syntax],
		['src/practice/service.ts', 'f({ ...{ a: 1 }, b: 2 });', syntax],
		['src/practice/service.ts', 'f([...[1, 2], 3]);', syntax],
		['src/practice/service.ts', 'f(...[1, 2], 3);', syntax],
		['src/main/core/outbox/lane.ts', 'Date.now();', syntax],
		['src/main/core/outbox/lane.ts', 'new Date();', syntax],
		['src/main/core/outbox/lane.ts', 'Math.random();', syntax],
		['src/main/core/outbox/lane.ts', 'crypto.randomUUID();', syntax],
		['src/main/core/outbox/lane.ts', 'AbortSignal.timeout(1);', syntax],
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
		['src/main/electron/window.ts', "ipcMain.handle('more', () => 1);", syntax],
		['src/main/electron/window.ts', "shell.openExternal('https://example.org');", syntax],
		['src/main/electron/ipc.ts', "shell.openExternal('https://example.org');", syntax],
		['src/renderer/bridge/bridge.ts', "import '../../main/core/core.ts';", imports],
		['src/renderer/bridge/bridge.ts', "import { join } from 'node:path';", imports],
		['src/renderer/ui/Pill.svelte', '<p style="color: red">Late</p>', syntax],
		['src/practice/service.ts', "import '../main/core/core.ts';", imports],
		['src/main/launch.ts', "import { app } from 'electron';", imports],
	])('in %s: %s', async (path, line, rule) => {
		expect(await complaints(path, line)).toEqual([rule]);
	});
});

describe('lint allows', () => {
	test.each([
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
	])('in %s: %s', async (path, line) => {
		expect(await complaints(path, line)).toEqual([]);
	});
});

test('a test or a script does not import electron either', () => {
	const folder = mkdtempSync(join(tmpdir(), 'stillroom-lint-'));
	writeFileSync(join(folder, 'tour.ts'), "import { app } from 'electron';\n");
	const oxlint = resolve('node_modules/.bin/oxlint');
	const { stdout } = spawnSync(oxlint, ['-c', resolve('.oxlintrc.json'), folder], {
		encoding: 'utf8',
	});
	rmSync(folder, { recursive: true });
	expect(stdout).toContain('eslint(no-restricted-imports)');
});

// ESLint ignores such comments; oxlint obeys them.
test('no comment in TypeScript turns a rule off', () => {
	const files = globSync('{src,test,bench,scripts}/**/*.ts');
	expect(files.length).toBeGreaterThan(1_000);
	expect(files.filter((file) => /(?:es|ox)lint-disable/.test(readFileSync(file, 'utf8')))).toEqual(
		[],
	);
});
