// The reports that the service computes. They are read; which are favourites is changed beside the list.
import { recordType } from './record-kit.ts';

export const report = recordType('report', {
	place: 'reports',
	title: 'name',
	fields: {
		name: { kind: 'text', owned: true },
		area: { kind: 'text', owned: true },
		description: { kind: 'paragraph', owned: true },
		isFavorite: { kind: 'flag', owned: true },
	},
	columns: ['name', 'area', 'isFavorite'],
	form: { basics: ['name', 'area', 'description', 'isFavorite'] },
	search: ['name', 'area', 'description'],
	unique: [],
});
