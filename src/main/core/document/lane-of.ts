// The lane of the outbox in which steps of a document of the service wait.
import type { KnownKind } from '../../../shared/document/kinds.ts';
import type { NewLane } from '../outbox/outbox.ts';
import { contentOf, titleOf } from './content.ts';
import type { NameOf } from './fields.ts';
import type { ShownDocument } from './shown-document.ts';

export function laneOf(kind: KnownKind, shown: ShownDocument, serverId: string, nameOf: NameOf) {
	const { documentId, locationId, cost, costsUnknown, currency, number, fields } = shown;
	const lines = shown.lines.map((line) => ({ ...line, values: line.fields }));
	const title = titleOf(kind, contentOf(fields, locationId, lines), nameOf);
	return {
		document: kind.name,
		documentId,
		label: { locationId, title, lines: lines.length, cost, costsUnknown, currency },
		server: { id: serverId, number },
	} satisfies NewLane;
}
