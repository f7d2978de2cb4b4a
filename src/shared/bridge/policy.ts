// What an administrator decides for this PC. docs/desktop.md says where it is kept on each system.
import { z } from 'zod';
import { serviceAddress } from './values.ts';

export const policySettings = z.strictObject({
	updateFeed: z.url({ protocol: /^https$/ }).optional(),
	updates: z.enum(['on', 'off']).optional(),
	serviceUrl: serviceAddress.optional(),
	language: z.enum(['en', 'ar']).optional(),
	/** Path of a PEM file with a certificate and its key, for a service that demands one. */
	clientCertificate: z.string().min(1).optional(),
});

export const policy = z.object({
	source: z.string(),
	/** Why it could not be read; null if it was. Then there are no updates. */
	problem: z.string().nullable(),
	settings: policySettings,
});
export type Policy = z.infer<typeof policy>;
