import { expect, it, vi } from 'vitest';
import { Notices } from './notices.svelte.ts';

it('shows of several messages about the same the last alone, and all others beside one another', () => {
	vi.useFakeTimers();
	const notices = new Notices();
	notices.show('scanned once', 'amber', '4006381333931');
	notices.show('saved');
	notices.show('saved');
	notices.show('scanned 2 times', 'amber', '4006381333931');
	expect(notices.list.map(({ text }) => text)).toEqual(['saved', 'saved', 'scanned 2 times']);
	vi.useRealTimers();
});
