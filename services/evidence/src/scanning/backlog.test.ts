import { checkReadiness } from '@trust/service-kit/listen';
import { afterAll, expect, test } from 'vitest';
import { confirm, makeCase, makeUpload } from '../../test/make.ts';
import { startEvidence } from '../../test/service.ts';
import { checkScanning } from './backlog.ts';
import { scanDueVersions } from './scan-versions.ts';

const evidence = await startEvidence();
afterAll(() => evidence[Symbol.asyncDispose]());

const ready = () => checkReadiness({ scanning: () => checkScanning(evidence.app) });

test('readiness reports the scan backlog as degraded at most, so the service stays in use', async () => {
  expect(await ready()).toMatchObject({
    ready: true,
    details: { scanning: { documentsToScan: 0, oldestWaitingSeconds: 0 } },
  });
  for (let index = 0; index < 2; index++) {
    const made = await makeCase(evidence);
    await confirm(evidence, made.rep, await makeUpload(evidence, made));
    evidence.advanceClock(20);
  }
  expect(await ready()).toEqual({
    ready: true,
    checks: { scanning: 'degraded' },
    details: { scanning: { documentsToScan: 2, oldestWaitingSeconds: 40 } },
  });
  await scanDueVersions(evidence.app);
  expect(await ready()).toMatchObject({ checks: { scanning: 'ok' }, details: { scanning: { documentsToScan: 0 } } });
});
