import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { possibleDuplicateFound } from '@trust/contracts/events/provider';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { awaitApproval } from '../../../test/await-approval.ts';
import { makeCase, makeLabels } from '../../../test/make.ts';
import { makeAgent } from '../../../test/make-field-work.ts';
import { type Operations, startOperations } from '../../../test/service.ts';

let operations: Operations;
beforeAll(async () => {
  operations = await startOperations();
});
afterAll(() => operations[Symbol.asyncDispose]());

const reason = 'The two documents name different people.';
const separation = { status: 409, body: { type: 'http://trust.test/problems/separation-of-duties' } };

const post = (actor: Actor, path: string, body?: object) =>
  operations.post(`/operations/${path}`, {
    actor,
    headers: { 'idempotency-key': randomUUID() },
    ...(body && { body: 'text' in body ? body : { reason, ...body } }),
  });

const awaits = (actor: Actor, providerId: string) => awaitApproval(operations, actor, providerId);

async function makeWork() {
  const made = await makeCase(operations);
  await makeLabels(operations, made);
  return made;
}

const endsAt = () => new Date(operations.clock.now.getTime() + 60_000).toISOString();
const changes = () =>
  [
    ['claim', undefined],
    ['snooze', { endsAt: endsAt() }],
    ['lift-snooze', {}],
    ['notes', { text: 'Call the provider again.' }],
  ] as const;

test('Z3 who awaits approval changes no item of the queue about the provider, and still reads it', async () => {
  const { caseId, providerId } = await makeWork();
  const [actor, assignee] = [
    await makeAgent(operations, operations.operator('supervisor')),
    operations.operator('supervisor'),
  ];
  const { body } = await post(operations.operator('supervisor'), 'incidents', {
    ...{ severity: 'low', title: 'Wrong person', providerId },
  });
  await awaits(actor, providerId);
  const incident = `triage/incident/${body.id}`;
  const item = `triage/verification_case/${caseId}`;
  for (const [action, sent] of changes())
    for (const path of [incident, item])
      expect(await post(actor, `${path}/${action}`, sent), action).toMatchObject(separation);
  expect(await post(actor, `${incident}/assign`, { assigneeId: assignee.userId })).toMatchObject(separation);
  expect((await operations.get(`/operations/${incident}/notes`, { actor })).status).toBe(200);
  const other = operations.operator('supervisor');
  expect((await post(other, `${incident}/claim`)).status).toBe(200);
});

test('Z3 who awaits approval changes no pair of possible duplicates with the provider', async () => {
  const [providerId, otherProviderId] = [(await makeWork()).providerId, (await makeWork()).providerId];
  const occurredAt = operations.clock.now.toISOString();
  await operations.deliver(possibleDuplicateFound, { providerId, otherProviderId, same: ['contact'], occurredAt });
  const { id } = await operations.db
    .selectFrom('possible_duplicate')
    .select('id')
    .where('provider_id', 'in', [providerId, otherProviderId])
    .executeTakeFirstOrThrow();
  for (const awaited of [providerId, otherProviderId]) {
    const actor = operations.operator('supervisor');
    await awaits(actor, awaited);
    expect(await post(actor, `triage/possible_duplicate/${id}/claim`)).toMatchObject(separation);
  }
});

test('Z3 who awaits approval does not get the provider as their next item, and releases what they held', async () => {
  const { providerId } = await makeWork();
  const { body } = await post(operations.operator('supervisor'), 'incidents', {
    ...{ severity: 'high', title: 'Wrong person', providerId },
  });
  const actor = operations.operator('supervisor');
  const held = `triage/incident/${body.id}`;
  expect((await post(actor, `${held}/claim`)).status).toBe(200);
  await awaits(actor, providerId);
  expect((await post(actor, `${held}/release`)).status).toBe(200);
  const got: string[] = [];
  for (;;) {
    const [item] = (await post(actor, 'triage/next')).body.items;
    if (!item) break;
    got.push(item.subject.id);
  }
  expect(got).not.toContain(body.id);
  const other = operations.operator('supervisor');
  expect((await post(other, `${held}/claim`)).status).toBe(200);
});

test('Z3 who awaits approval neither reassigns nor assigns a visit of the provider', async () => {
  const { caseId, providerId } = await makeWork();
  const [agent, second] = [await makeAgent(operations), await makeAgent(operations)];
  const triage = operations.operator('triage');
  const visit = { caseId, requirementKey: 'identity' };
  const { body } = await post(triage, 'field-work-items', visit);
  await awaits(triage, providerId);
  const assign = `triage/field_work_item/${body.id}/assign`;
  expect(await post(triage, assign, { assigneeId: agent.userId })).toMatchObject(separation);
  const other = operations.operator('triage');
  expect((await post(other, assign, { assigneeId: agent.userId })).status).toBe(200);
  const reassign = `field-work-items/${body.id}/reassign`;
  expect(await post(triage, reassign, { assigneeId: second.userId })).toMatchObject(separation);
  expect((await post(other, reassign, { assigneeId: second.userId })).status).toBe(200);
});
