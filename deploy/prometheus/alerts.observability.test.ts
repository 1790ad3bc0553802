import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { sharedResource } from '@trust/service-testing/shared-resource';
import { expect, test } from 'vitest';

// It evaluates days of rules: a minute on a busy machine.
test('promtool test rules: each alert fires when it should and is silent otherwise', { timeout: 300_000 }, async () => {
  const { promtool } = await sharedResource<Record<'promtool', string>>('prometheus');
  const tested = spawnSync(promtool, ['test', 'rules', join(import.meta.dirname, 'alerts.test.yaml')], {
    encoding: 'utf8',
  });
  expect({ status: tested.status, output: tested.stdout + tested.stderr }).toMatchObject({ status: 0 });
});
