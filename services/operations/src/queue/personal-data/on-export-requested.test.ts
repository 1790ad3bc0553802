import { randomUUID } from 'node:crypto';
import { auditRecorded } from '@trust/contracts/events/any';
import { exportPersonalData } from '@trust/service-testing/personal-data';
import { expect, test } from 'vitest';
import { startOperations } from '../../../test/service.ts';

test('exports only the audit entries of the person', async () => {
  await using operations = await startOperations();
  const [actorId, other] = [randomUUID(), randomUUID()];
  for (const who of [actorId, other])
    await operations.deliver(auditRecorded.provider, {
      occurredAt: operations.clock.now.toISOString(),
      actorId: who,
      sessionId: null,
      permission: 'session',
      action: 'putLocation',
      objectType: 'provider',
      objectId: randomUUID(),
      outcome: 'done',
      reason: null,
      before: {},
      after: {},
      requestId: randomUUID(),
      policyVersion: '2026-11',
    });
  const { file } = await exportPersonalData(operations, 'operations', actorId);
  expect(file.actions).toEqual([expect.objectContaining({ action: 'putLocation', outcome: 'done' })]);
});
