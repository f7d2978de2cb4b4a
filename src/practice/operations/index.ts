// The handler of every operation: its own, or a shared verb.
import { operations } from '../../shared/service/index.ts';
import type { OperationName } from '../../shared/service/index.ts';
import { accountHandlers } from './account.ts';
import { catalogueHandlers } from './catalogue.ts';
import { currencyHandlers } from './currency.ts';
import { diningOptionHandlers } from './dining-option.ts';
import type { Answer, Handler, Practice, Verbs } from './handler.ts';
import { inventoryItemHandlers } from './inventory-item.ts';
import { marketPlaceAppHandlers } from './market-place-app.ts';
import { organisationHandlers } from './organisation.ts';
import { plain } from './plain-rules.ts';
import { productionVerbs } from './production.ts';
import { purchaseOrderHandlers, purchaseOrderVerbs } from './purchase-order.ts';
import { purchaseRequests, purchasingHandlers } from './purchasing.ts';
import { recipeHandlers } from './recipe.ts';
import { reportHandlers } from './reports.ts';
import { returnOrderHandlers, returnOrderVerbs } from './return-order.ts';
import { roleHandlers } from './roles.ts';
import { saleHandlers } from './sales.ts';
import { transferHandlers, transferVerbs } from './transfer.ts';
import { wastageHandlers, wastages } from './wastage.ts';

const own: { readonly [Name in OperationName]?: Handler<Name> } = {
	...accountHandlers,
	...catalogueHandlers,
	...currencyHandlers,
	...diningOptionHandlers,
	...inventoryItemHandlers,
	...marketPlaceAppHandlers,
	...organisationHandlers,
	...purchaseOrderHandlers,
	...purchasingHandlers,
	...recipeHandlers,
	...reportHandlers,
	...returnOrderHandlers,
	...roleHandlers,
	...saleHandlers,
	...transferHandlers,
	...wastageHandlers,
};

const verbs: Readonly<Record<string, Verbs>> = {
	...Object.fromEntries(Object.entries(plain).map(([kind, records]) => [kind, records.verbs()])),
	inventoryItem: plain.item.verbs(),
	...transferVerbs,
	wastage: wastages.verbs(),
	production: productionVerbs,
	purchaseOrder: purchaseOrderVerbs,
	purchaseRequest: purchaseRequests.verbs(),
	returnOrder: returnOrderVerbs,
};

type AnyHandler = (request: never, practice: Practice) => Answer;

const handlers = new Map<OperationName, AnyHandler>(
	operations.map(({ name }) => {
		const [resource = '', verb = ''] = name.split('.');
		const handler: AnyHandler | undefined = own[name] ?? verbs[resource]?.[verb];
		if (handler === undefined) throw new Error(`No handler serves ${name}.`);
		return [name, handler];
	}),
);

/** @param request as decoded by the operation's codec. */
export function answerTo(name: OperationName, request: object, practice: Practice): Answer {
	const handler = handlers.get(name);
	if (handler === undefined) throw new Error(`No handler serves ${name}.`);
	return handler(request as never, practice);
}

type RequestOf<Name extends OperationName> = Partial<Parameters<Handler<Name>>[0]>;
type ValueOf<Name extends OperationName> = Extract<
	ReturnType<Handler<Name>>,
	{ ok: true }
>['value'];

/** A handler's answer. @throws if it refused. */
export function ask<Name extends OperationName>(
	practice: Practice,
	name: Name,
	request: RequestOf<Name>,
): ValueOf<Name> {
	const page = { offset: 0, limit: 0 };
	const answer = answerTo(
		name,
		{ path: {}, query: {}, body: undefined, page, ...request },
		practice,
	);
	if (!answer.ok) {
		throw new Error(`${name} was refused: ${answer.detail} ${JSON.stringify(answer.fields)}`);
	}
	return answer.value as ValueOf<Name>;
}
