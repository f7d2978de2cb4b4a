// Administrators of the whole group. Path and method are shown; the record is our reading.
import { flag, id, record, text } from './field.ts';
import { resource, searchQuery } from './resource.ts';

export const adminRecord = record('Admin', {
	id,
	name: text,
	email: text.optional(),
	isActive: flag.optional(),
});

const admins = resource('Organisation', 'Admins', 'shown');

export const adminOperations = [
	admins.list('admin.list', '/api/v1/admins', adminRecord, searchQuery),
] as const;
