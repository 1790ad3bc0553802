import { claimChanged } from '@trust/contracts/events/claims';
import { operator } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAppealInReview, overturnAppeal, overturning } from '../../../test/appeals.ts';
import { check, decide, granting, makeAssigned, makeRecommended, reason, recommend } from '../../../test/make.ts';
import {
  assignDutyRaw,
  decideRaw,
  insertClaimRaw,
  insertDecisionRaw,
  insertLineRaw,
} from '../../../test/raw-decision.ts';
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

test('a decider adds no limitation of their own, and repeating one changes nothing', async () => {
  const { caseId } = await makeLimited();
  const identity = (...limitations: string[]) => ({ type: 'identity_confirmed', result: 'granted', limitations });
  const refused = { type: 'licence_confirmed', result: 'refused', limitations: ['The licence is unreadable.'] };
  expect(
    await decide(service, caseId, { claims: [identity(shown, 'Until the original is shown.'), refused] }),
  ).toMatchObject({
    status: 400,
    body: {
      errors: [
        { field: 'claims.0.limitations.1', code: 'limitation_not_recommended' },
        { field: 'claims.1.limitations.0', code: 'limitation_not_recommended' },
      ],
    },
  });
  const { body } = await decide(service, caseId, { claims: [identity(shown, own[0] ?? '')] });
  expect(body.claims).toMatchObject([{ limitations: [{ en: own[0] }, { en: shown }] }, { limitations: [] }]);
});

test('whoever wants another limitation sends the case back, and the reviewer recommends it', async () => {
  const made = await makeLimited();
  const [decider, more] = [operator('decider'), 'Until the original is shown.'];
  const claims = [{ type: 'identity_confirmed', result: 'granted', limitations: [more] }];
  expect((await decide(service, made.caseId, { actor: decider, claims })).status).toBe(400);
  const mark = {
    requirementKey: 'licence',
    reasonCodes: ['document_illegible'],
    text: 'Nothing to do: the reviewer looks again.',
  };
  const path = `/verification-cases/${made.caseId}/correction-requests`;
  const { body: request } = await service.post(path, { actor: decider, body: { requirements: [mark], reason } });
  const withdrawn = await service.post(`${path}/${request.id}/withdraw`, { actor: decider, body: { reason } });
  expect(withdrawn).toMatchObject({ status: 200 });
  const again = { outcome: 'verified_with_limitations', limitations: [shown, more] };
  expect((await recommend(service, made, again)).status).toBe(201);
  expect((await decide(service, made.caseId, { actor: decider, claims })).status).toBe(201);
});

test.each([
  ['Not for the work at Mrs Petit: petit@example.test', 'private_data'],
  ['Ask 06 12 34 56 78 before you rely on it.', 'private_data'],
  ['Details at https://evil.example', 'private_data'],
  ['✓ The safest electrician of Paris.', 'symbol_not_allowed'],
])('D1 T1 check and recommendation refuse the limitation %j', async (text, code) => {
  const made = await makeAssigned(service);
  const limitations = ['Only up to 36 kVA.', text];
  const refused = { status: 400, body: { errors: [{ field: 'limitations.1', code }] } };
  expect(await check(service, made, { requirementKey: 'identity', limitations })).toMatchObject(refused);
  const limited = { outcome: 'verified_with_limitations', limitations };
  expect(await recommend(service, made, limited)).toMatchObject(refused);
});

test('a limitation says in plain words what was not verified', async () => {
  const made = await makeAssigned(service);
  const limitations = ['Insurance abroad was not verified.', 'Seul le registre officiel a été consulté.'];
  expect((await check(service, made, { requirementKey: 'identity', limitations })).status).toBe(201);
});

test('the database rejects a claim without a recommended limitation', async () => {
  const { caseId } = await makeLimited();
  const deciderId = await assignDutyRaw(service, caseId);
  const raw = { granted: ['identity'], claims: ['identity_confirmed'] };
  await expect(service.db.transact((trx) => decideRaw(trx, { caseId, deciderId }, raw))).rejects.toThrow(
    /has the recommended limitations/,
  );
});

test('the database rejects a claim with a limitation that only its decider wrote', async () => {
  const made = await makeRecommended(service);
  const deciderId = await assignDutyRaw(service, made.caseId);
  await expect(
    service.db.transact(async (trx) => {
      const id = await insertDecisionRaw(trx, made.caseId, deciderId, 'verified');
      await insertLineRaw(trx, id, 'identity', 'granted');
      await insertClaimRaw(trx, id, 'identity_confirmed', [own[0] ?? '', 'The best of all.']);
    }),
  ).rejects.toThrow(/each limitation of a claim is recommended/);
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
