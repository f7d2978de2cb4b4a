// The floor of the count sheet: a page with as many rows and boxes, and nothing of the program, to measure the browser
// alone for a key and a scroll.
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { Browser, Page } from '@playwright/test';

export interface BarePage extends AsyncDisposable {
	readonly page: Page;
}

/** @param rows all rendered; Enter goes to the box below, and writes nothing. */
export async function openBarePage(browser: Browser, rows: number): Promise<BarePage> {
	// By HTTP, like the browser host: a browser treats boxes in a local file differently.
	const server = createServer((_request, response) => {
		response.setHeader('content-type', 'text/html; charset=utf-8').end(html(rows));
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	if (address === null || typeof address === 'string') throw new Error('The page has no port.');
	const context = await browser.newContext({ viewport: { width: 1366, height: 768 } });
	const page = await context.newPage();
	await page.goto(`http://127.0.0.1:${String(address.port)}/`);
	return {
		page,
		async [Symbol.asyncDispose]() {
			await context.close();
			server.closeAllConnections();
			server.close();
		},
	};
}

const box = '<td><input autocomplete="off" spellcheck="false" inputmode="decimal"></td>';

const rowOf = (number: number): string =>
	`<tr><td>${String(number)}</td><td>Item ${String(number)}, 1 kg <i>COD-${String(number)}</i></td>${box.repeat(3)}` +
	'<td>– each</td><td>42.5</td><td></td><td></td><td></td></tr>';

const html = (rows: number): string => `<!doctype html>
<title>A bare page</title>
<style>
	body { margin: 0; font: 13px sans-serif }
	div { block-size: 700px; overflow: auto; contain: strict }
	table { inline-size: 100%; table-layout: fixed; border-spacing: 0 }
	td { block-size: 34px; padding: 0 8px; border-block-end: 1px solid #ddd }
	input { inline-size: 100%; box-sizing: border-box }
</style>
<div><table role="grid">${Array.from({ length: rows }, (_, index) => rowOf(index + 1)).join('')}</table></div>
<script>
	const boxes = [...document.querySelectorAll('input')];
	boxes[0].focus();
	addEventListener('keydown', (event) => {
		if (event.key !== 'Enter') return;
		event.preventDefault();
		const next = boxes[(boxes.indexOf(document.activeElement) + 3) % boxes.length];
		next.focus();
		next.select();
	});
</script>`;
