// Prints the registry of operations:
//   npm run -s operations                    as CSV: area,resource,method,path,method_evidence,note
//   npm run -s operations -- --markdown      as docs/service.md
import { readOptions } from './command-line.ts';
import { operationsCsv, operationsMarkdown } from './operations/listing.ts';

const { markdown } = readOptions({ markdown: { type: 'boolean' } });
process.stdout.write(markdown ? operationsMarkdown() : operationsCsv());
