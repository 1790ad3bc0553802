import { claimChanged } from '@trust/contracts/events/claims';
import { operator } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAppealInReview, overturnAppeal, overturning } from '../../../test/appeals.ts';
import { check, decide, granting, makeAssigned, recommend } from '../../../test/make.ts';
import { assignDutyRaw, decideRaw } from '../../../test/raw-decision.ts';
import { startVerification, type Verification } from '../../../test/service.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification();
});
afterAll(() => service[Symbol.asyncDispose]());

const shown = 'Only work on installations up to 36 kVA was shown.';
const own = ['Says nothing beyond the identity.', 'Says nothing beyond the licence.'];

/** The reviewer has recommended the limitation. */
async function makeLimited() {
  const made = await makeAssigned(service);
  for (const requirementKey of ['identity', 'licence']) await check(service, made, { requirementKey });
  const limited = { outcome: 'verified_with_limitations', limitations: [shown] };
  expect((await recommend(service, made, limited)).status).toBe(201);
  return made;
}

test('every claim of a decision has the recommended limitations, whatever the decider names', async () => {
  const { caseId, providerId, owner } = await makeLimited();
  const decided = await decide(service, caseId, { outcome: 'verified_with_limitations' });
  expect(decided).toMatchObject({
    status: 201,
    body: { claims: own.map((en) => ({ limitations: [{ en }, { en: shown }] })) },
  });
  const events = (await service.emitted(claimChanged)).filter((claim) => claim.providerId === providerId);
  expect(events.map(({ limitations }) => limitations)).toEqual(own.map((text) => [text, shown]));
  const path = `/verification-cases/${caseId}/decisions/${decided.body.id}/receipt`;
  const receipt = await service.get(path, { actor: owner });
  expect(receipt.body.claims).toMatchObject(own.map((en) => ({ limitations: [{ en }, { en: shown }] })));
});

test('a decider adds to the recommended limitations, and repeating one changes nothing', async () => {
  const { caseId } = await makeLimited();
  const [more, refused] = ['Until the original is shown.', 'The licence is unreadable.'];
  const claims = [
    { type: 'identity_confirmed', result: 'granted', limitations: [more, shown] },
    { type: 'licence_confirmed', result: 'refused', limitations: [refused] },
  ];
  const { body } = await decide(service, caseId, { claims });
  expect(body.claims).toMatchObject([
    { limitations: [{ en: own[0] }, { en: shown }, { en: more }] },
    { limitations: [{ en: refused }] },
  ]);
});

test.each([
  'Not for the work at Mrs Petit: petit@example.test',
  'Ask 06 12 34 56 78 before you rely on it.',
  'Details at https://evil.example',
])('D1 check, recommendation and decision refuse the limitation %j', async (text) => {
  const made = await makeAssigned(service);
  const limitations = ['Only up to 36 kVA.', text];
  const refused = (field: string) => ({ status: 400, body: { errors: [{ field, code: 'private_data' }] } });
  const identity = { requirementKey: 'identity', limitations };
  expect(await check(service, made, identity)).toMatchObject(refused('limitations.1'));
  const limited = { outcome: 'verified_with_limitations', limitations };
  expect(await recommend(service, made, limited)).toMatchObject(refused('limitations.1'));
  const claims = [{ type: 'identity_confirmed', result: 'granted', limitations }];
  const { caseId } = await makeLimited();
  expect(await decide(service, caseId, { claims })).toMatchObject(refused('claims.0.limitations.1'));
});

test('the database rejects a claim without a recommended limitation', async () => {
  const { caseId } = await makeLimited();
  const deciderId = await assignDutyRaw(service, caseId);
  const raw = { granted: ['identity'], claims: ['identity_confirmed'] };
  await expect(service.db.transact((trx) => decideRaw(trx, { caseId, deciderId }, raw))).rejects.toThrow(
    /has the recommended limitations/,
  );
});

test('an appeal judges the recommended limitations again', async () => {
  const made = await makeLimited();
  const decider = operator('decider');
  const { body } = await decide(service, made.caseId, { actor: decider, claims: granting('identity_confirmed') });
  const inReview = await makeAppealInReview(service, { ...made, decider, decisionId: body.id });
  expect((await overturnAppeal(service, inReview, overturning)).status).toBe(201);
  const active = await service.db
    .selectFrom('claim')
    .select('limitations')
    .where('provider_id', '=', made.providerId)
    .where('state', '=', 'active')
    .orderBy('claim_type')
    .execute();
  expect(active.map(({ limitations }) => limitations)).toEqual(own.map((text) => [text]));
});
