// Who acts next on a document.
import type { Phase, Standing } from '../../../shared/bridge/values.ts';
import type { AnyKind, Move } from '../../../shared/document/kit.ts';

/** @param afterwards who acts once the service has our work */
export function moveWhile(standing: Standing, afterwards: Move | 'network'): Move | 'network' {
	switch (standing) {
		case 'draft':
		case 'needs-you':
			return 'ours';
		case 'waiting':
			return 'network';
		case 'service':
			return afterwards;
	}
}

export const moveOf = (
	{ phases }: Pick<AnyKind, 'phases'>,
	{ standing, phase }: { standing: Standing; phase: Phase },
): Move | 'network' => moveWhile(standing, phases[phase] ?? 'nobody');
