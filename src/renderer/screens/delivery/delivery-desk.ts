// Orders with goods still expected, for the screens of all kinds.
import { kinds } from '../../../shared/document/kinds.ts';
import { receivings } from '../../../shared/document/receiving.ts';
import type { Desk } from '../../document/desk.ts';
import { callsOf } from '../../document/kind-calls.ts';

export const received = 'order-receipt';

const kind = kinds[receivings[received].against];

export const deliveryDesk: Desk = {
	kind,
	area: 'deliveries',
	file: 'delivery',
	calls: (app) => callsOf(app, kind),
};
