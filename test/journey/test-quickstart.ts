import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { Platform } from '../platform.ts';
import { expectRequestOutput, requestScript } from '../quickstart.ts';

/** Requires a published provider. */
export function testQuickstart(platform: () => Platform): void {
  test('the requests of docs/quickstart.md work in order', async () => {
    await platform().resetCodeLimits();
    expect(requestScript).toContain('/api/v1/provider-workspace/me');
    const env = { ...process.env, TRUST: platform().url };
    const { stdout } = await promisify(execFile)('bash', ['-c', requestScript], { env, timeout: 60_000 });
    expectRequestOutput(stdout);
  }, 90_000);
}
