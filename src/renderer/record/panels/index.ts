// What stands below the form of some record types: what the service answers on demand about the open record.
import type { Component } from 'svelte';
import type { RecordTypeName } from '../../../shared/record/records.ts';
import type { OpenedRecord } from '../record-edit.svelte.ts';
import ExchangeRate from './ExchangeRate.svelte';
import ItemStock from './ItemStock.svelte';
import ItemSuppliers from './ItemSuppliers.svelte';
import NextCode from './NextCode.svelte';
import PrepStock from './PrepStock.svelte';
import SoldAt from './SoldAt.svelte';

export interface PanelProps {
	readonly type: RecordTypeName;
	readonly opened: OpenedRecord;
}

export const panels: Partial<Readonly<Record<RecordTypeName, readonly Component<PanelProps>[]>>> = {
	inventoryItem: [ItemSuppliers, ItemStock],
	menuItem: [SoldAt],
	modifier: [SoldAt],
	prepItem: [PrepStock],
	transactionPrefix: [NextCode],
	currency: [ExchangeRate],
};
