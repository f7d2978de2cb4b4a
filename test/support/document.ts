// Vitest's happy-dom, with modules as Node reads them: the core under a screen reads its files.
import { builtinEnvironments, type Environment } from 'vitest/runtime';

export default {
	...builtinEnvironments['happy-dom'],
	name: 'document',
	viteEnvironment: 'ssr',
} satisfies Environment;
