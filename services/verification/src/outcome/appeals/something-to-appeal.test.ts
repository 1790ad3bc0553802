import { operator } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appeal, makeDecided } from '../../../test/appeals.ts';
import { makeSilentReview } from '../../../test/earlier-evidence.ts';
import { check, decide, grantAll, makeAssigned, makeRecommended, reason, recommend } from '../../../test/make.ts';
import { startVerification, type Verification } from '../../../test/service.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification({ connections: 3 });
});
afterAll(() => service[Symbol.asyncDispose]());

const nothing = { status: 409, body: { errors: [{ field: 'decisionId', code: 'nothing_to_appeal' }] } };

test('a decision that granted everything, for the whole time, cannot be appealed, and its receipt says so', async () => {
  const made = await makeDecided(service, grantAll);
  const evidence = { grounds: ['new_evidence'], newEvidenceFor: ['licence'] };
  expect(await appeal(service, made, evidence)).toMatchObject(nothing);
  const path = `/verification-cases/${made.caseId}/decisions/${made.decisionId}/receipt`;
  const { body } = await service.get(path, { actor: made.owner });
  expect(body.appeal).toMatchObject({ isPossible: false, instructions: expect.stringContaining('nothing to appeal') });
});

test('time that passes while a decision is made shortens no claim, whether its end is named or not', async () => {
  await using moving = await startVerification({ connections: 3 });
  let at = moving.clock.now.getTime();
  Object.defineProperty(moving.clock, 'now', { get: () => new Date(at++), set: (to: Date) => (at = to.getTime()) });
  const unnamed = await makeRecommended(moving);
  const { body } = await decide(moving, unnamed.caseId);
  const after = (days: number) => new Date(Date.parse(body.decidedAt) + days * 86_400_000).toISOString();
  expect(body.claims).toMatchObject([{ validUntil: after(365) }, { validUntil: after(180) }]);
  expect(await appeal(moving, { ...unnamed, decisionId: body.id })).toMatchObject(nothing);

  const named = await makeRecommended(moving);
  const until = (ends: string[]) => grantAll.map((claim, index) => ({ ...claim, validUntil: ends[index] }));
  const refused = await decide(moving, named.caseId, { claims: until([after(400), after(400)]) });
  const latest = refused.body.errors.map(({ allowed: [end] }: { allowed: string[] }) => end);
  const decided = await decide(moving, named.caseId, { claims: until(latest) });
  expect(await appeal(moving, { ...named, decisionId: decided.body.id })).toMatchObject(nothing);
});

test('a shortened claim, a limitation beyond the type and a refused claim can be appealed', async () => {
  const validUntil = new Date(service.clock.now.getTime() + 86_400_000).toISOString();
  const shortened = await makeRecommended(service);
  const claims = grantAll.map((claim) => ({ ...claim, validUntil }));
  const decided = await decide(service, shortened.caseId, { claims });
  expect((await appeal(service, { ...shortened, decisionId: decided.body.id })).status).toBe(201);
  expect((await appeal(service, await makeDecided(service))).status).toBe(201);

  const limited = await makeAssigned(service);
  await check(service, limited, { requirementKey: 'identity', limitations: ['Copy in black and white.'] });
  await check(service, limited, { requirementKey: 'licence' });
  await recommend(service, limited);
  const { body } = await decide(service, limited.caseId, { actor: operator('decider') });
  expect((await appeal(service, { ...limited, decisionId: body.id })).status).toBe(201);
});

test('a review that grants everything again on the same documents shortens nothing', async () => {
  const silent = await makeSilentReview(service);
  const reviewer = await service.known(operator('reviewer'));
  const started = await service.post(`/verification-cases/${silent.caseId}/start-review`, {
    actor: reviewer,
    body: { reason },
  });
  expect(started.status).toBe(200);
  const made = { ...silent, reviewer };
  for (const requirementKey of ['identity', 'licence']) await check(service, made, { requirementKey });
  expect((await recommend(service, made)).status).toBe(201);
  const { body } = await decide(service, made.caseId);
  expect(await appeal(service, { ...made, decisionId: body.id })).toMatchObject(nothing);
});
