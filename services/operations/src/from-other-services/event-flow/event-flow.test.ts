import { randomUUID } from 'node:crypto';
import { eventFlowReported } from '@trust/contracts/events/any';
import type { Bus } from '@trust/service-kit/bus/bus';
import { startEventFlowReports } from '@trust/service-kit/inbox/report-event-flow';
import { openLog } from '@trust/service-kit/observability/log';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { startOperations } from '../../../test/service.ts';

test('a dead letter of another service is shown by mission control and triage until it is redriven', async () => {
  await using operations = await startOperations({ connections: 3 });
  const eventId = randomUUID();
  await sql`insert into dead_letter (consumer, event_id, type, headers, payload, reason)
    values ('operations', ${eventId}, 'verification.case.changed.v1', '{}', '{"canary": 1}', 'handler: canary value')`.execute(
    operations.db,
  );
  // Without a broker, a report still has the numbers of the database.
  const { db, app } = operations;
  const options = { service: 'operations', subscriptions: [], db, bus: {} as Bus, now: app.now } as const;
  const report = async () => {
    const known = (await operations.emitted(eventFlowReported.operations)).length;
    await using _reports = startEventFlowReports({ ...options, log: openLog('test', 'silent') });
    await vi.waitUntil(async () => (await operations.emitted(eventFlowReported.operations)).length > known, 20_000);
    const reported = (await operations.emitted(eventFlowReported.operations)).at(-1);
    if (!reported) throw new Error('No report.');
    return reported;
  };
  const first = await report();
  const parked = { eventId, type: 'verification.case.changed.v1', parkedAt: expect.any(String) };
  expect(first).toMatchObject({ deadLetters: 1, parked: [parked] });
  expect(JSON.stringify(first)).not.toContain('canary');

  const supervisor = () => operations.operator('supervisor');
  const flowOf = async (service: string) => {
    const { body } = await operations.get('/operations/mission-control', { actor: supervisor() });
    return body.eventFlow.services.find((one: { service: string }) => one.service === service);
  };
  const lettersOf = async (role: 'supervisor' | 'security' | 'triage') =>
    (await operations.get('/operations/triage?kind=dead_letter', { actor: operations.operator(role) })).body.items;
  expect(await flowOf('evidence')).toMatchObject({ status: 'unknown', reportedAt: null });
  await operations.deliver(eventFlowReported.evidence, { ...first, unsentEvents: 7, consumerLag: 5 });
  await operations.deliver(eventFlowReported.identity, first);
  const shown = { status: 'reporting', unsentEvents: 7, consumerLag: 5, deadLetters: 1 };
  expect(await flowOf('evidence')).toMatchObject(shown);
  const letter = { subject: { type: 'dead_letter', id: eventId }, state: 'parked', provider: { displayName: null } };
  expect(await lettersOf('security')).toMatchObject([letter]);
  expect(await lettersOf('triage')).toEqual([]);

  operations.advanceClock(181);
  expect(await flowOf('evidence')).toMatchObject({ ...shown, status: 'silent' });
  const after = { ...first, deadLetters: 0, parked: [], occurredAt: operations.clock.now.toISOString() };
  await operations.deliver(eventFlowReported.evidence, after);
  expect(await lettersOf('supervisor')).toHaveLength(1);
  await operations.deliver(eventFlowReported.identity, after);
  expect(await lettersOf('supervisor')).toEqual([]);
  // A late report changes nothing.
  await operations.deliver(eventFlowReported.evidence, first);
  expect(await flowOf('evidence')).toMatchObject({ deadLetters: 0, status: 'reporting' });
  expect(await lettersOf('supervisor')).toEqual([]);
});
