// The field beside another one: in the same line or group, else further out.
import type { AnyFields } from '../../shared/record/field.ts';
import { stepsOf } from '../../shared/record/pointer.ts';

/** @returns its pointer; null if nothing beside `at` or around it has the name */
export function siblingAt(fields: AnyFields, at: string, name: string): string | null {
	const steps = at.split('/');
	for (let length = steps.length - 1; length >= 0; length -= 1) {
		const sibling = [...steps.slice(0, length), name].join('/');
		const last = stepsOf(fields, sibling).at(-1);
		if (last?.field && last.key === null) return sibling;
	}
	return null;
}
