import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { operator } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { check, considering, currentVersions, makeAssigned, makeRecommended, reason } from '../../../test/make.ts';
import { endSubject, nameSubject } from '../../../test/make-subjects.ts';
import { keys } from '../../../test/make-version.ts';
import { startVerification, type Verification } from '../../../test/service.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification();
});
afterAll(() => service[Symbol.asyncDispose]());

const etagOf = async (caseId: string, actor: Actor) =>
  (await service.get(`/verification-cases/${caseId}`, { actor })).headers.get('etag') ?? '';
const judge = (caseId: string, route: string, { actor, etag }: { actor: Actor; etag: string }, body: object) =>
  service.post(`/verification-cases/${caseId}/${route}`, {
    actor,
    headers: { 'idempotency-key': randomUUID(), 'if-match': etag },
    body: { reasonCodes: ['documents_consistent'], reason, ...body },
  });
async function rename(providerId: string) {
  await endSubject(service, providerId, 'business');
  await nameSubject(service, providerId, 'business');
}

test('T3 the revision of a case stays when premises change that none of its requirements is about', async () => {
  const made = await makeAssigned(service);
  const before = await etagOf(made.caseId, made.reviewer);
  await nameSubject(service, made.providerId, 'premises');
  await endSubject(service, made.providerId, 'premises');
  expect(await etagOf(made.caseId, made.reviewer)).toBe(before);
  await rename(made.providerId);
  expect((await etagOf(made.caseId, made.reviewer)).split('.')[0]).not.toBe(before.split('.')[0]);
});

test('T3 no change of its names keeps a provider from a recommendation that grants nothing', async () => {
  const made = await makeAssigned(service);
  const first = await etagOf(made.caseId, made.reviewer);
  for (const requirementKey of keys) await check(service, made, { requirementKey, result: 'failed', subjectId: null });
  const etag = await etagOf(made.caseId, made.reviewer);
  await rename(made.providerId);
  const recommend = (seen: string, outcome: string) =>
    judge(made.caseId, 'recommendations', { actor: made.reviewer, etag: seen }, { outcome });
  const statuses = [];
  for (const [seen, outcome] of [
    [etag, 'verified'],
    [etag, 'verified_with_limitations'],
    [first, 'not_verified'],
    ['"r9999"', 'not_verified'],
    [etag, 'not_verified'],
  ] as const)
    statuses.push((await recommend(seen, outcome)).status);
  expect(statuses).toEqual([409, 409, 409, 409, 201]);
});

test('T3 no change of its names keeps a provider from a decision that grants nothing', async () => {
  const { caseId, providerId } = await makeRecommended(service);
  const actor = operator('decider');
  await service.post(`/verification-cases/${caseId}/assign`, { actor, body: { duty: 'decide', reason } });
  const etag = await etagOf(caseId, actor);
  await rename(providerId);
  const types = ['identity_confirmed', 'licence_confirmed'];
  const decide = async (outcome: string, result: string) =>
    judge(
      caseId,
      'decisions',
      { actor, etag },
      {
        ...{ outcome, notReadReason: reason },
        claims: considering(
          types.map((type) => ({ type, result })),
          await currentVersions(service, caseId),
        ),
      },
    );
  expect(await decide('verified', 'granted')).toMatchObject({
    status: 409,
    body: { type: 'http://trust.test/problems/edit-conflict' },
  });
  expect((await decide('inconclusive', 'refused')).status).toBe(201);
});
