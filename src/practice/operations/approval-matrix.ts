// Who must approve which documents.
import type { z } from 'zod';
import type { createApprovalMatrix } from '../../shared/service/approval-matrix.ts';
import { documentTypes } from './approval.ts';
import { checkQuantity } from './document.ts';
import type { HandlersOf } from './handler.ts';
import { checkReferences, plain } from './plain.ts';

const types: readonly string[] = Object.values(documentTypes);

const matrices = plain('approvalMatrix', {
	one: 'approval matrix',
	needs: ['name', 'documentType'],
	searched: ['name', 'documentType'],
	refers: { locationIds: 'location' },
	check(body, practice, { malformed, broken }) {
		// The declaration of the request says what stands in it.
		const { documentType, layers } = body as unknown as z.output<typeof createApprovalMatrix>;
		if (!types.includes(documentType)) {
			broken['documentType'] = `One of these is needed: ${types.join(', ')}.`;
		}
		if (layers.length === 0) malformed['layers'] = 'At least one layer is needed.';
		for (const [index, layer] of layers.entries()) {
			const at = `layers[${index}]`;
			if (layers.findIndex((each) => each.sequence === layer.sequence) !== index) {
				malformed[`${at}.sequence`] = 'Another layer has this place.';
			}
			if (layer.rules.length === 0) malformed[`${at}.rules`] = 'At least one rule is needed.';
			for (const [ruleIndex, rule] of layer.rules.entries()) {
				const path = `${at}.rules[${ruleIndex}]`;
				checkReferences(rule.roleId, 'role', `${path}.roleId`, practice, broken);
				const from = rule.condition?.amountFrom;
				if (from !== undefined) {
					checkQuantity(from, 'from-zero', `${path}.condition.amountFrom`, malformed);
				}
			}
		}
	},
});

export const approvalMatrixHandlers = {
	'approvalMatrix.list': ({ query, page }, practice) => matrices.list(query, page, practice),
	'approvalMatrix.create': ({ body }, practice) => matrices.create(body, practice),
	'approvalMatrix.get': ({ path }, practice) => matrices.get(path.id, practice),
	'approvalMatrix.update': ({ path, body }, practice) => matrices.update(path.id, body, practice),
} satisfies HandlersOf<'approvalMatrix'>;
