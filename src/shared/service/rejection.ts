// Body of a rejection. The service shows none; the profile may name a field for the reason (profile.rejection).
import { record } from './field.ts';

export const rejection = record('Rejection', {}).optional();
