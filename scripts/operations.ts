// Prints the registry of operations:
//   npm run -s operations                    as CSV: area,resource,method,path,method_evidence,note
//   npm run -s operations -- --markdown      as docs/service.md
//   npm run -s operations -- --reach         which of them the browser tests and the tour called last
import { readOptions } from './command-line.ts';
import { operationsCsv, operationsMarkdown } from './operations/listing.ts';
import { reached, reachText } from './operations/reach.ts';

const { markdown, reach } = readOptions({
	markdown: { type: 'boolean' },
	reach: { type: 'boolean' },
});
const text = () => (markdown ? operationsMarkdown() : operationsCsv());
process.stdout.write(reach ? reachText(reached()) : text());
