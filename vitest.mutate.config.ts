// For `npm run mutate`: the specs beside the mutated sources, in one project, because Stryker starts and stops them
// itself.
import { defineConfig } from 'vitest/config';

export default defineConfig({
	test: {
		environment: 'node',
		setupFiles: ['test/support/fixed-seed.ts'],
		// Specs of other folders would take hours, and find few mutants that these do not.
		include: ['src/shared/**/*.spec.ts', 'src/main/core/outbox/**/*.spec.ts'],
		isolate: false,
		testTimeout: 20_000,
		hookTimeout: 20_000,
	},
});
