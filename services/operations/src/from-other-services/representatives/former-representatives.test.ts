import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { representativeAssigned, representativeEnded } from '@trust/contracts/events/representatives';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { awaitApproval } from '../../../test/await-approval.ts';
import { makeCase, makeLabels } from '../../../test/make.ts';
import { type Operations, startOperations } from '../../../test/service.ts';

let operations: Operations;
beforeAll(async () => {
  operations = await startOperations();
});
afterAll(() => operations[Symbol.asyncDispose]());

const reason = 'The two documents name different people.';
const separation = { status: 409, body: { type: 'http://trust.test/problems/separation-of-duties' } };

const post = (actor: Actor, path: string, body: object) =>
  operations.post(`/operations/${path}`, {
    actor,
    headers: { 'idempotency-key': randomUUID() },
    body: { reason, ...body },
  });

async function leave(actor: Actor, providerId: string, daysAgo: number): Promise<void> {
  const assignment = { assignmentId: randomUUID(), providerId, userId: actor.userId };
  await operations.deliver(representativeAssigned, { ...assignment, role: 'manager' });
  await operations.deliver(representativeEnded, assignment);
  const endedAt = new Date(operations.clock.now.getTime() - daysAgo * 86_400_000);
  await sql`update representative set ended_at = ${endedAt} where assignment_id = ${assignment.assignmentId}`.execute(
    operations.db,
  );
}

async function makeIncident() {
  const made = await makeCase(operations);
  await makeLabels(operations, made);
  const incident = { severity: 'high', title: 'Wrong person', providerId: made.providerId };
  const opener = operations.operator('supervisor');
  const open = async () => (await post(opener, 'incidents', incident)).body.id as string;
  const [incidentId, startedId] = [await open(), await open()];
  await post(opener, `incidents/${startedId}/start`, {});
  return { ...made, incidentId, startedId, incident };
}

test('Z3 who represented the provider within 12 months opens, starts and resolves nothing about it', async () => {
  for (const [daysAgo, isFree] of [
    [0, false],
    [364, false],
    [367, true],
  ] as const) {
    const { providerId, caseId, incidentId, startedId, incident } = await makeIncident();
    const actor = operations.operator('supervisor');
    await leave(actor, providerId, daysAgo);
    const acts = {
      incidents: incident,
      escalations: { subject: { type: 'verification_case', id: caseId }, reasonCode: 'second_opinion' },
      [`incidents/${incidentId}/start`]: {},
      [`incidents/${startedId}/resolve`]: {},
    };
    for (const [path, body] of Object.entries(acts)) {
      const answer = await post(actor, path, body);
      if (isFree) expect([200, 201], path).toContain(answer.status);
      else expect(answer, path).toMatchObject(separation);
    }
  }
});

test('Z3 the database rejects a start by who represented the provider before the work opened', async () => {
  const { providerId, incidentId } = await makeIncident();
  const actor = operations.operator('supervisor');
  await leave(actor, providerId, 300);
  const start = sql`
    update incident set state = 'in_progress', started_by = ${actor.userId}, started_at = opened_at where id = ${incidentId}`;
  await expect(start.execute(operations.db)).rejects.toMatchObject({ constraint: 'agent_is_no_representative' });
});

test('Z3 an acceptance that nobody approved counts until its invitation expires, and no longer', async () => {
  const { providerId, incident } = await makeIncident();
  const actor = operations.operator('supervisor');
  await awaitApproval(operations, actor, providerId);
  expect(await post(actor, 'incidents', incident)).toMatchObject(separation);
  operations.advanceClock(7 * 86_400);
  const later = { ...operations.operator('supervisor'), userId: actor.userId };
  expect((await post(later, 'incidents', incident)).status).toBe(201);
});

test('Z3 who represented a provider within 12 months does not read the audit log', async () => {
  const { providerId } = await makeIncident();
  const actor = operations.operator('auditor');
  const read = () => operations.get('/operations/audit', { actor });
  expect((await read()).status).toBe(200);
  await leave(actor, providerId, 30);
  expect(await read()).toMatchObject(separation);
});

test('who left every provider more than 12 months ago reads the audit log again', async () => {
  const { providerId } = await makeIncident();
  const actor = operations.operator('auditor');
  await leave(actor, providerId, 367);
  expect((await operations.get('/operations/audit', { actor })).status).toBe(200);
});
