// Operations that no screen uses, each with its reason. docs/service.md lists them.
import type { OperationName } from '../../src/shared/service/index.ts';

const sameReason = (reason: string, names: readonly OperationName[]) =>
	Object.fromEntries(names.map((name) => [name, reason]));

export const unused: Readonly<Record<string, string>> = {
	'location.listAll': 'It has the same records as the list, which is read already.',
	'systemTaxSetting.seed':
		'The end of its path is masked, it fills a search index of the service, and nothing proves that it ran.',
	'role.update': 'The update of one role by its path does the same, and its fields are shown.',
	'prepItem.changeStock': 'Preparations are not counted yet.',
	...sameReason('Documents are sent one by one, so that each is proved.', [
		'wastage.updateMany',
		'wastage.lockMany',
		'purchaseRequest.updateMany',
	]),
	...sameReason('The document already includes its lines.', [
		'wastage.items',
		'purchaseOrder.items',
	]),
	...sameReason('Another system uses it to mark what it has imported.', [
		'returnOrder.updateIntegration',
		'purchaseOrder.updateIntegration',
		'purchaseOrder.updateReceivingIntegration',
	]),
	...sameReason('Productions are only read so far, for the cut-off of a count.', [
		'production.create',
		'production.update',
		'production.get',
		'production.approve',
		'production.reject',
		'production.submit',
		'production.updateMany',
		'production.lock',
		'production.reopen',
		'production.count',
	]),
	...sameReason('Order templates are only read so far, for suggested orders.', [
		'requisitionTemplate.create',
		'requisitionTemplate.update',
		'requisitionTemplate.get',
		'requisitionTemplate.count',
		'requisitionTemplate.updateMany',
	]),
	...sameReason('Sales come from the tills.', ['sale.create', 'sale.update']),
	...sameReason('Requests to another location are not written here yet.', [
		'requisitionQueue.create',
		'requisitionQueue.list',
	]),
};
