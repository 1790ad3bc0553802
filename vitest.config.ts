import { defineConfig } from 'vitest/config';
import { compileCache } from './deploy/local/environment.ts';
import { LongestFirst } from './test/longest-first.ts';
import { type SuiteName, suites } from './test/suites.ts';

process.env.NODE_COMPILE_CACHE ??= compileCache;

export default defineConfig({
  test: {
    ...suites[(process.env.TEST_SUITE ?? 'default') as SuiteName],
    globalSetup: 'test/global-setup.ts',
    pool: 'forks',
    // Files share a process, and Node loads the TypeScript (ADR 0018).
    isolate: false,
    experimental: { viteModuleRunner: false, nodeLoader: false },
    sequence: { sequencer: LongestFirst },
    // Far more than any test takes, because the machine may have other work.
    testTimeout: 90_000,
    hookTimeout: 90_000,
  },
});
