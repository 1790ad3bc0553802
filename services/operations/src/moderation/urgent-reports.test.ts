import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { moderationRequested } from '@trust/contracts/events/customers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCase, makeLabels } from '../../test/make.ts';
import { readContent } from '../../test/read-content.ts';
import { type Operations, startOperations } from '../../test/service.ts';

let operations: Operations;
beforeAll(async () => {
  operations = await startOperations();
});
afterAll(() => operations[Symbol.asyncDispose]());

const reason = 'The parent sent a photo of live wires.';
/** A Friday evening in the time zone of the calendar. */
const fridayEvening = new Date('2026-01-09T17:22:00.000Z');

async function report(reasonCode: string, providerId: string = randomUUID()): Promise<string> {
  const subjectId = randomUUID();
  const at = operations.clock.now.toISOString();
  await operations.deliver(moderationRequested, {
    ...{ requestId: randomUUID(), subjectId, kind: 'report', round: 1, isAppeal: false, providerId },
    ...{ categoryKey: null, reasonCode, involvedIds: [], readyAt: at, occurredAt: at },
  });
  return subjectId;
}

async function makeProvider(): Promise<string> {
  const made = await makeCase(operations);
  await makeLabels(operations, made);
  return made.providerId;
}

const items = async (actor: Actor, query = '') =>
  (await operations.get(`/operations/triage?kind=provider_report&limit=100${query}`, { actor })).body.items;
const itemOf = async (actor: Actor, id: string) =>
  (await items(actor)).find(({ subject }: { subject: { id: string } }) => subject.id === id);
const decide = async (actor: Actor, id: string, outcome = 'upheld') => {
  await readContent(operations, actor, id);
  const body = { reason, outcome, reasonCode: outcome === 'upheld' ? 'action_taken' : 'no_breach' };
  const headers = { 'idempotency-key': randomUUID() };
  return operations.post(`/operations/provider-reports/${id}/decisions`, { actor, headers, body });
};

test('a report of danger or fraud has the points of safety and is due in four hours of the clock', async () => {
  operations.clock.now = fridayEvening;
  const supervisor = operations.operator('supervisor');
  const shown = async (id: string) => {
    const { dueAt, components } = await itemOf(supervisor, id);
    return [dueAt, components.find(({ name }: { name: string }) => name === 'safety').points];
  };
  for (const urgent of ['unsafe', 'fraud'])
    expect([urgent, await shown(await report(urgent))]).toEqual([urgent, ['2026-01-09T21:22:00.000Z', 160]]);
  for (const other of ['impersonation', 'wrong_information', 'other'])
    expect([other, await shown(await report(other))]).toEqual([other, [expect.stringMatching(/^2026-01-14/), 0]]);
  const [first] = await items(supervisor);
  expect(first.components[0]).toEqual({ name: 'safety', points: 160 });
});

test('security sees urgent reports in the queue, and does not take them from who decides', async () => {
  const [urgent, other] = [await report('unsafe'), await report('other')];
  const security = operations.operator('security');
  expect([await itemOf(security, urgent), await itemOf(security, other)]).toEqual([expect.any(Object), undefined]);
  expect(await itemOf(operations.operator('reviewer'), urgent)).toBeUndefined();
  const path = `/operations/triage/report/${urgent}/claim`;
  expect((await operations.post(path, { actor: security })).status).toBe(409);
  expect((await operations.post(path, { actor: operations.operator('supervisor') })).status).toBe(200);
  expect((await decide(security, urgent)).status).toBe(403);
});

test('nobody snoozes an urgent report', async () => {
  const id = await report('fraud');
  const endsAt = new Date(operations.clock.now.getTime() + 3_600_000).toISOString();
  const actor = operations.operator('supervisor');
  const snooze = await operations.post(`/operations/triage/report/${id}/snooze`, { actor, body: { endsAt, reason } });
  expect(snooze).toMatchObject({ status: 409, body: { detail: expect.stringContaining('safety') } });
});

test('an urgent report is upheld only if something was done about the provider since', async () => {
  const providerId = await makeProvider();
  const actor = operations.operator('supervisor');
  const opened = await operations.post('/operations/incidents', {
    actor,
    body: { severity: 'high', title: 'Wires in a room', reason, providerId },
  });
  for (const verb of ['start', 'resolve'])
    await operations.post(`/operations/incidents/${opened.body.id}/${verb}`, { actor, body: { reason } });
  operations.advanceClock(60);
  const [first, second, other] = [
    await report('unsafe', providerId),
    await report('fraud', providerId),
    await report('other', providerId),
  ];
  const refused = { status: 409, body: { detail: expect.stringContaining('Open an incident') } };
  expect(await decide(actor, first)).toMatchObject(refused);
  expect((await decide(actor, other)).status).toBe(201);
  expect((await decide(actor, second, 'dismissed')).status).toBe(201);
  const again = { severity: 'high', title: 'Wires in a room', reason, providerId };
  expect((await operations.post('/operations/incidents', { actor, body: again })).status).toBe(201);
  expect((await decide(actor, first)).status).toBe(201);
});

test.each(['a review case', 'an emergency action', 'a suspension', 'a withholding'])(
  '%s counts as an action',
  async (way) => {
    const providerId = await makeProvider();
    const id = await report('unsafe', providerId);
    const at = operations.clock.now;
    const { db } = operations;
    if (way === 'a review case')
      await db.updateTable('triage_case').set({ kind: 'review' }).where('provider_id', '=', providerId).execute();
    else if (way === 'an emergency action')
      await db
        .insertInto('emergency_action')
        .values({
          ...{
            id: randomUUID(),
            kind: 'suspend_provider_listing',
            target_id: providerId,
            provider_id: providerId,
            reason,
          },
          ...{
            acted_by: randomUUID(),
            started_at: at,
            review_due_at: at,
            expires_at: new Date(at.getTime() + 3_600_000),
          },
        })
        .execute();
    else {
      const stopped = way === 'a suspension' ? { state: 'suspended' } : { publication: 'withheld' };
      await db.updateTable('provider_label').set(stopped).where('provider_id', '=', providerId).execute();
    }
    expect((await decide(operations.operator('supervisor'), id)).status).toBe(201);
  },
);
