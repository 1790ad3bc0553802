import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { operator } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  check,
  considering,
  currentVersions,
  decide,
  grantAll,
  ifMatch,
  makeAssigned,
  makeRecommended,
  reason,
} from '../../../test/make.ts';
import { keys } from '../../../test/make-version.ts';
import { startVerification, type Verification } from '../../../test/service.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification();
});
afterAll(() => service[Symbol.asyncDispose]());

test('T3 a decision grants or refuses each claim that has a document', async () => {
  const made = await makeRecommended(service);
  const decider = operator('decider');
  const duty = { actor: decider, body: { duty: 'decide', reason } };
  await service.post(`/verification-cases/${made.caseId}/assign`, duty);
  const send = async (body: object) =>
    service.post(`/verification-cases/${made.caseId}/decisions`, {
      actor: decider,
      headers: { 'idempotency-key': randomUUID(), ...(await ifMatch(service, made.caseId)) },
      body: { outcome: 'verified', reasonCodes: ['documents_consistent'], reason, notReadReason: reason, ...body },
    });
  const claims = considering(grantAll, await currentVersions(service, made.caseId)) as object[];
  const missing = { field: 'claims', code: 'claim_missing', allowed: ['licence_confirmed'] };
  expect(await send({ claims: claims.slice(0, 1) })).toMatchObject({
    status: 400,
    body: { errors: [missing] },
  });
  const none = await send({ outcome: 'not_verified', claims: [] });
  const allowed = ['identity_confirmed', 'licence_confirmed'];
  expect(none).toMatchObject({ status: 400, body: { errors: [{ ...missing, allowed }] } });
  expect((await decide(service, made.caseId)).status).toBe(201);
});

test('T3 recommendation and decision name the revision that was read; an older one is a conflict', async () => {
  const made = await makeAssigned(service);
  const send = (actor: Actor, route: string, etag: string | undefined, body: object) =>
    service.post(`/verification-cases/${made.caseId}/${route}`, {
      actor,
      headers: { 'idempotency-key': randomUUID(), ...(etag !== undefined && { 'if-match': etag }) },
      body: { reasonCodes: ['documents_consistent'], reason, ...body },
    });
  const etagOf = async (actor: Actor) =>
    (await service.get(`/verification-cases/${made.caseId}`, { actor })).headers.get('etag') ?? '';
  const first = await etagOf(made.reviewer);
  expect(first).toMatch(/^"r\d+\../);
  for (const requirementKey of keys) expect((await check(service, made, { requirementKey })).status).toBe(201);
  const recommendation = { outcome: 'verified' };
  for (const header of [undefined, '*'])
    expect(await send(made.reviewer, 'recommendations', header, recommendation)).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'If-Match', code: 'if_match_required' }] },
    });
  const stale = await send(made.reviewer, 'recommendations', first, recommendation);
  expect(stale).toMatchObject({
    status: 409,
    body: { type: 'http://trust.test/problems/edit-conflict', current: { view: 'operator', id: made.caseId } },
  });
  const seen = await etagOf(made.reviewer);
  expect(stale.headers.get('etag')).toBe(`${seen.split('.')[0]}"`);
  expect((await send(made.reviewer, 'recommendations', seen, recommendation)).status).toBe(201);

  const decider = operator('decider');
  const claims = considering(grantAll, await currentVersions(service, made.caseId));
  const decision = { outcome: 'verified', claims, notReadReason: reason };
  await service.post(`/verification-cases/${made.caseId}/assign`, { actor: decider, body: { duty: 'decide', reason } });
  expect((await send(decider, 'decisions', seen, decision)).status).toBe(409);
  expect((await send(decider, 'decisions', undefined, decision)).status).toBe(400);
  expect((await send(decider, 'decisions', await etagOf(decider), decision)).status).toBe(201);
  const own = await service.get(`/verification-cases/${made.caseId}`, { actor: made.owner });
  expect(own.headers.get('etag')).toBeNull();
});
