// What goes with a rejection. The service shows nothing of it; the profile names the field of the reason, where there is
// one (profile.rejection).
import { record } from './field.ts';

export const rejection = record('Rejection', {}).optional();
