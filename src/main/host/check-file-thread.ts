// The thread of check-file.ts: it checks the one file, says what it found, and ends.
import process from 'node:process';
import { whatIsWrong } from '../core/store/damage.ts';
import { sayHow } from './file-thread.ts';

const [, , file = ''] = process.argv;

await sayHow(() => Promise.resolve(whatIsWrong(file)));
