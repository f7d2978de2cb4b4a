// Every run of the tests draws the same random input, so that a failure repeats. The nightly `npm run proofs` draws anew:
// STILLROOM_SEED.
import fc from 'fast-check';
import process from 'node:process';

fc.configureGlobal({ seed: Number(process.env['STILLROOM_SEED'] ?? 1) });
