// Prints the registry of operations:
//   npm run -s operations                    as CSV: area,resource,method,path,method_evidence,note
//   npm run -s operations -- --markdown      as docs/service.md
import { parseArgs } from 'node:util';
import { operationsCsv, operationsMarkdown } from './operations/listing.ts';

const { values } = parseArgs({ options: { markdown: { type: 'boolean' } } });
process.stdout.write(values.markdown ? operationsMarkdown() : operationsCsv());
