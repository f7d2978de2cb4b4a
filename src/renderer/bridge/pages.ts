// A list that the core answers page by page, read to its end.
import { succeed, type Reply } from '../../shared/bridge/reply.ts';

/**
 * All pages, in order; the first failure instead, if one fails.
 * @param size what `ask` asks for at once
 */
export async function allPages<Page extends { total: number }>(
	size: number,
	ask: (from: number) => Promise<Reply<Page>>,
): Promise<Reply<Page[]>> {
	const pages: Page[] = [];
	for (let from = 0; ; from += size) {
		const reply = await ask(from);
		if (!reply.ok) return reply;
		pages.push(reply.value);
		if (from + size >= reply.value.total) return succeed(pages);
	}
}
