// `npm test` runs a short, seeded part of the long tests; every night `npm run proofs` runs them whole.
import process from 'node:process';

export const whole = process.env['STILLROOM_WHOLE'] === '1';
