import { operator } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { claimState } from '../../../test/claim-state.ts';
import { decideCase } from '../../../test/decide-case.ts';
import { decide, makeRecommended } from '../../../test/make.ts';
import { addCategory } from '../../../test/make-category.ts';
import { assignDutyRaw, insertDecisionRaw, insertLineRaw } from '../../../test/raw-decision.ts';
import { refusalsOf } from '../../../test/refusals-of.ts';
import { startVerification, type Verification } from '../../../test/service.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification({ connections: 5 });
});
afterAll(() => service[Symbol.asyncDispose]());

const identity = { type: 'identity_confirmed', result: 'refused' };
const licence = { type: 'licence_confirmed', result: 'refused' };
const bothFailed = { identity: 'failed', licence: 'failed' } as const;
const refused = (field: string, code: string) => ({ status: 400, body: { errors: [{ field, code }] } });

/** Claims of one category, and of the next a case that waits for its decider. */
async function makeSecond(results: Parameters<typeof makeRecommended>[1] = { results: bothFailed }) {
  const first = await decideCase(service);
  const made = await makeRecommended(service, { provider: await addCategory(service, first), ...results });
  return { first, made };
}

test.each([
  ['document_not_authentic', 'suspended evidence_in_doubt'],
  ['requirement_not_met', 'active'],
])('T1 the reason of one document counts for no other one that failed: %s', async (reasonCode, ofLicence) => {
  const { first, made } = await makeSecond();
  const claims = [
    { ...identity, reasonCodes: ['document_expired'] },
    { ...licence, reasonCodes: [reasonCode] },
  ];
  const body = { claims, outcome: 'not_verified', reasonCodes: ['document_expired', reasonCode] };
  const decided = await decide(service, made.caseId, body);
  expect(decided).toMatchObject({ status: 201, body: { claims } });
  expect([await claimState(service, first.identity), await claimState(service, first.licence)]).toEqual([
    'active',
    ofLicence,
  ]);
  expect(await refusalsOf(service, made)).toEqual([]);
  const path = `/verification-cases/${made.caseId}/decisions/${decided.body.id}/receipt`;
  const receipt = (await service.get(path, { actor: made.owner })).body;
  expect(receipt.claims.map((one: { reasons: { code: string }[] }) => one.reasons.map(({ code }) => code))).toEqual([
    ['document_expired'],
    [reasonCode],
  ]);
});

test('who refuses several claims for several reasons names those of each', async () => {
  const { made } = await makeSecond();
  const reasonCodes = ['document_expired', 'document_illegible'];
  const send = (...claims: object[]) => decide(service, made.caseId, { claims, outcome: 'not_verified', reasonCodes });
  const expired = { ...identity, reasonCodes: ['document_expired'] };
  expect(await send(expired, licence)).toMatchObject(refused('claims.1.reasonCodes', 'reasons_missing'));
  const other = { ...licence, reasonCodes: ['document_illegible', 'name_mismatch'] };
  expect(await send(expired, other)).toMatchObject(refused('claims.1.reasonCodes.1', 'reason_not_of_decision'));
  const granted = await makeRecommended(service, { results: { licence: 'failed' } });
  const claims = [{ ...expired, result: 'granted' }];
  expect(await decide(service, granted.caseId, { claims, reasonCodes })).toMatchObject(
    refused('claims.0.reasonCodes', 'not_allowed'),
  );
  const one = await decide(service, granted.caseId, { claims: [{ ...identity, result: 'granted' }], reasonCodes });
  expect(one.body.claims).toMatchObject([{ reasonCodes: [] }, { reasonCodes }]);
});

test.each([
  ['a refused claim without a reason', 'refused', [], /refusal_has_reasons/],
  ['a granted claim with one', 'granted', ['any'], /refusal_has_reasons/],
  ['a reason that the decision does not give', 'refused', ['of_another'], /a line has reasons of it/],
] as const)('the database rejects %s', async (_, result, reasonCodes, refusal) => {
  const { caseId } = await makeRecommended(service);
  const deciderId = await assignDutyRaw(service, caseId);
  const decided = service.db.transact(async (trx) => {
    const id = await insertDecisionRaw(trx, caseId, deciderId, 'verified');
    await insertLineRaw(trx, id, 'identity', result, '1 day', [...reasonCodes]);
  });
  await expect(decided).rejects.toThrow(refusal);
});

test.each(['evidence_insufficient', 'procedure_not_followed', 'field_visit_not_confirmed'])(
  'a document that was not enough is refused for that case only: %s',
  async (reasonCode) => {
    const { first, made } = await makeSecond({ results: { identity: 'failed' } });
    const decided = await decide(service, made.caseId, {
      ...{ claims: [], outcome: 'inconclusive', reasonCodes: [reasonCode] },
      actor: operator('decider'),
    });
    expect(decided.status).toBe(201);
    expect(await claimState(service, first.identity)).toBe('active');
    expect(await refusalsOf(service, made)).toEqual([]);
  },
);
