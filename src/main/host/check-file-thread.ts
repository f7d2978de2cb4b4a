// The worker of check-file.ts.
import process from 'node:process';
import { whatIsWrong } from '../core/store/damage.ts';
import { sayHow } from './file-thread.ts';

const [, , file = ''] = process.argv;

await sayHow(() => Promise.resolve(whatIsWrong(file)));
