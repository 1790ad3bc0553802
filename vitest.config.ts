import { defineConfig } from 'vitest/config';
import { compileCache } from './deploy/local/environment.ts';
import { LongestFirst } from './test/longest-first.ts';
import { type SuiteName, suites } from './test/suites.ts';

// For the processes that run the tests, and those that tests start.
process.env.NODE_COMPILE_CACHE ??= compileCache;

export default defineConfig({
  test: {
    ...suites[(process.env.TEST_SUITE ?? 'default') as SuiteName],
    globalSetup: 'test/global-setup.ts',
    pool: 'forks',
    // Test files share a process, in which Node itself loads our TypeScript, as where the services run: loading it anew for each file was a third of the work.
    isolate: false,
    experimental: { viteModuleRunner: false, nodeLoader: false },
    sequence: { sequencer: LongestFirst },
    // Far more than anything takes on a machine of its own: what is busy with other work as well is slow, not broken.
    testTimeout: 90_000,
    hookTimeout: 90_000,
  },
});
