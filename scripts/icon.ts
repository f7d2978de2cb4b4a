// Draws build/icon.png from build/icon.svg: `node scripts/icon.ts`.
import { readFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { readOptions } from './command-line.ts';
import { chromiumSwitches, findChromium } from '../test/support/chromium.ts';

readOptions({});

const size = 512;
const executablePath = findChromium();
if (executablePath === null) throw new Error('A Chromium is needed to draw the icon.');

const browser = await chromium.launch({ executablePath, args: chromiumSwitches() });
const page = await browser.newPage({ viewport: { width: size, height: size } });
const drawing = readFileSync('build/icon.svg', 'utf8');
await page.setContent(`<style>body { margin: 0 }</style>${drawing}`);
await page.screenshot({ path: 'build/icon.png', omitBackground: true });
await browser.close();
