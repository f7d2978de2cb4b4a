import { expect, test } from 'vitest';
import { operations } from '../../shared/service/index.ts';
import { handlers } from './index.ts';

test('every operation of the registry has a handler, and no handler is of no operation', () => {
	expect(Object.keys(handlers).sort()).toEqual(operations.map(({ name }) => name).sort());
});
