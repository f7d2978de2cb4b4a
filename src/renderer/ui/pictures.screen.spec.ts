import { mount, unmount } from 'svelte';
import { expect, it } from 'vitest';
import BarChart from './BarChart.svelte';

const drawnBars = () =>
	[...document.querySelectorAll('rect')].map(
		(bar) => `${bar.classList[0] ?? ''} ${bar.getAttribute('width') ?? ''}`,
	);

it('draws bars in proportion to the largest amount, each with its earlier period', async () => {
	const bars = [
		{ label: 'Spoiled before it was used', value: '20', before: '10' },
		{ label: 'Dropped', value: '5', before: null },
	];
	const chart = mount(BarChart, { target: document.body, props: { label: 'Waste', bars } });
	const drawn = drawnBars();
	// 206 px for 20.
	expect(drawn).toEqual(['now 206', 'before 103', 'now 51.5']);
	expect(document.querySelector('text')?.textContent.trim()).toBe('Spoiled before i…');
	await unmount(chart);
});

it('draws an earlier amount that is the largest at full length', async () => {
	const bars = [{ label: 'Dropped', value: '5', before: '20' }];
	const chart = mount(BarChart, { target: document.body, props: { label: 'Waste', bars } });
	expect(drawnBars()).toEqual(['now 51.5', 'before 206']);
	await unmount(chart);
});
