import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { operatorPermissions } from '@trust/contracts/permissions';
import { operator } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { check, reason, recommend } from './make.ts';
import { startVerification, type Verification } from './service.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification({ limits: { 'privileged-operation': 2 } });
});
afterAll(() => service[Symbol.asyncDispose]());

const caseId = randomUUID();
const path = `/verification-cases/${caseId}/assign`;

test.each([
  [
    'create-decision',
    (actor: Actor) =>
      service.post(`/verification-cases/${caseId}/decisions`, {
        actor,
        headers: { 'idempotency-key': randomUUID(), 'if-match': '"r1"' },
        body: { outcome: 'inconclusive', claims: [], reasonCodes: ['evidence_insufficient'], reason },
      }),
  ],
  ['create-recommendation', (reviewer: Actor) => recommend(service, { caseId, reviewer })],
  ['create-check', (reviewer: Actor) => check(service, { caseId, reviewer }, { requirementKey: 'identity' })],
  ['assign-verification-case', (actor: Actor) => service.post(path, { actor, body: { reason } })],
])('%s returns 429 to an operator over the rate limit and serves others', async (_route, send) => {
  const actor = operator('reviewer', { permissions: operatorPermissions.decider.concat(operatorPermissions.reviewer) });
  const statuses = [await send(actor), await send(actor), await send(actor)].map(({ status }) => status);
  expect(statuses).toEqual([404, 404, 429]);
  expect(
    (await check(service, { caseId, reviewer: operator('reviewer') }, { requirementKey: 'identity' })).status,
  ).toBe(404);
});
