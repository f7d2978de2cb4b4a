import { expect, it, vi } from 'vitest';
import { Notices } from './notices.svelte.ts';

it('shows only the last notice on a subject, and all subjects side by side', () => {
	vi.useFakeTimers();
	const notices = new Notices();
	notices.show('scanned once', 'amber', '4006381333931');
	notices.show('saved');
	notices.show('saved');
	notices.show('scanned 2 times', 'amber', '4006381333931');
	expect(notices.list.map(({ text }) => text)).toEqual(['saved', 'saved', 'scanned 2 times']);
	vi.useRealTimers();
});
