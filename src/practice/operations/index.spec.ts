import { expect, test } from 'vitest';
import { operations } from '../../shared/service/index.ts';
import { handlers } from './index.ts';

test('no handler is of no operation', () => {
	const names = new Set<string>(operations.map(({ name }) => name));
	expect(Object.keys(handlers).filter((name) => !names.has(name))).toEqual([]);
});
