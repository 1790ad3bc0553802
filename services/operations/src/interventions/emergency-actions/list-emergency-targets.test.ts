import { randomUUID } from 'node:crypto';
import { representativeAssigned, representativeEnded } from '@trust/contracts/events/representatives';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeCase, makeCase, makeEntry, makeLabels } from '../../../test/make.ts';
import { makeClaim } from '../../../test/make-claim.ts';
import { type Operations, startOperations } from '../../../test/service.ts';

let operations: Operations;
beforeAll(async () => {
  operations = await startOperations();
});
afterAll(() => operations[Symbol.asyncDispose]());

const reason = 'A parent reports an injury in this home.';
const targetsOf = (providerId: string, actor = operations.operator('security'), query = '') =>
  operations.get(`/operations/providers/${providerId}/emergency-targets${query}`, { actor });

async function represent(providerId: string) {
  const assignment = { assignmentId: randomUUID(), providerId, userId: randomUUID() };
  await operations.deliver(representativeAssigned, { ...assignment, role: 'owner' });
  return assignment;
}

test('security finds a provider by its public id, and every target of an emergency action at it', async () => {
  const security = operations.operator('security');
  const open = await makeCase(operations);
  const { providerId } = open;
  await makeLabels(operations, open);
  const ended = await makeCase(operations, { providerId, categoryKey: 'roofer' });
  await changeCase(operations, ended, { state: 'withdrawn' });
  const current = await makeClaim(operations, { providerId });
  await makeClaim(operations, { providerId, state: 'revoked' });
  await makeClaim(operations, { providerId, days: -1 });
  const [owner, left] = [await represent(providerId), await represent(providerId)];
  await operations.deliver(representativeEnded, left);
  await makeClaim(operations);
  await represent(randomUUID());

  const { public_provider_id: publicId } = await operations.db
    .selectFrom('provider_label')
    .select('public_provider_id')
    .where('provider_id', '=', providerId)
    .executeTakeFirstOrThrow();
  const found = await operations.get(`/operations/providers?publicProviderId=${publicId}`, { actor: security });
  expect(found).toMatchObject({ status: 200, body: { items: [{ id: providerId, publicProviderId: publicId }] } });
  const other = await operations.get('/operations/providers?publicProviderId=unknown', { actor: security });
  expect(other.body.items).toEqual([]);

  const { status, body } = await targetsOf(providerId);
  const nothing = { categoryKey: null, requirementKey: null };
  const targets = [
    { kind: 'freeze_case', targetId: open.caseId, categoryKey: 'electrician', requirementKey: null },
    { kind: 'revoke_sessions', targetId: owner.userId, ...nothing },
    { kind: 'suspend_provider_listing', targetId: providerId, ...nothing },
    { kind: 'withhold_claim', targetId: current.claimId, categoryKey: 'electrician', requirementKey: 'identity' },
  ];
  expect([status, body]).toEqual([200, { items: targets, nextCursor: null }]);
  for (const { kind, targetId } of targets) {
    const taken = await operations.post('/operations/emergency-actions', {
      actor: security,
      body: { kind, targetId, reason },
    });
    expect(taken.status, kind).toBe(201);
  }
  const first = await targetsOf(providerId, security, '?limit=3');
  const rest = await targetsOf(providerId, security, `?limit=3&cursor=${first.body.nextCursor}`);
  expect([...first.body.items, ...rest.body.items]).toEqual(targets);
});

test('D2 hides targets from operators who represent the provider or take no emergency actions', async () => {
  const made = await makeCase(operations);
  await makeLabels(operations, made);
  const { providerId } = made;
  const security = operations.operator('security');
  const own = { ...security, assignments: [{ assignmentId: randomUUID(), providerId, role: 'owner' as const }] };
  expect((await targetsOf(providerId)).status).toBe(200);
  expect((await targetsOf(providerId, own)).status).toBe(404);
  expect((await targetsOf(randomUUID())).status).toBe(404);
  expect((await targetsOf(providerId, operations.operator('supervisor'))).status).toBe(403);
});

test('the sessions of an account are a target if the audit log has something that it did', async () => {
  const userId = randomUUID();
  const revoke = () => {
    const body = { kind: 'revoke_sessions', targetId: userId, reason };
    return operations.post('/operations/emergency-actions', { actor: operations.operator('security'), body });
  };
  expect((await revoke()).status).toBe(404);
  await makeEntry(operations, { actorId: userId });
  expect((await revoke()).status).toBe(201);
});
