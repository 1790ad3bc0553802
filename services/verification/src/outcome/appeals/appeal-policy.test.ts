import { auditRecorded, notificationRequested } from '@trust/contracts/events/any';
import { operator } from '@trust/service-testing/actors';
import { expect, test } from 'vitest';
import { checkAppeal, makeAppealInReview, makeDecided, overturnAppeal, overturning } from '../../../test/appeals.ts';
import { decide, granting, makeProvider, makeRecommended } from '../../../test/make.ts';
import { makeVersion } from '../../../test/make-version.ts';
import { startVerification } from '../../../test/service.ts';

test('the decision of an appeal has the policy version of the appealed decision, not a later one', async () => {
  await using service = await startVerification();
  const provider = await makeProvider(service, { policyVersion: '2025-03' });
  const made = await makeRecommended(service, { provider });
  const decider = operator('decider');
  const { body: decided } = await decide(service, made.caseId, {
    actor: decider,
    claims: granting('identity_confirmed'),
  });
  await makeVersion(service, { categoryKey: provider.categoryKey, number: 2, policyVersion: '2027-01' });
  const appealed = await makeAppealInReview(service, { ...made, decider, decisionId: decided.id as string });
  expect((await overturnAppeal(service, appealed, overturning)).status).toBe(201);

  const { db } = service;
  const own = await db.selectFrom('appeal_decision').select('policy_version').executeTakeFirstOrThrow();
  const decisions = await db.selectFrom('decision').select('policy_version').execute();
  const audited = (await service.emitted(auditRecorded.verification)).findLast(
    ({ objectId }) => objectId === appealed.appealId,
  );
  expect([own, ...decisions].map(({ policy_version }) => policy_version)).toEqual(['2025-03', '2025-03', '2025-03']);
  expect(audited).toMatchObject({ action: 'createAppealDecision', policyVersion: '2025-03' });
  expect((await service.emitted(notificationRequested.verification)).at(-1)).toMatchObject({
    template: 'appeal_decided',
    data: { caseId: made.caseId, outcome: 'overturned' },
  });
});

test('an appeal decided a month later extends no claim on an old check; one on a new check counts from it', async () => {
  await using service = await startVerification();
  const day = 86_400;
  const decidedAt = service.clock.now.getTime();
  const decided = await makeDecided(service);
  const made = await makeAppealInReview(service, decided);
  service.advanceClock(30 * day);
  expect((await checkAppeal(service, made)).status).toBe(201);
  const { newDecisionId } = (await overturnAppeal(service, made, overturning)).body.result;
  const path = `/verification-cases/${made.caseId}/decisions/${newDecisionId}`;
  const { claims } = (await service.get(path, { actor: operator('triage') })).body;
  const days = claims.map(
    ({ validUntil }: { validUntil: string }) => (Date.parse(validUntil) - decidedAt) / 1000 / day,
  );
  // The policy grants an identity for 365 days, and a licence for 180.
  expect(days).toEqual([365, 30 + 180]);
});
