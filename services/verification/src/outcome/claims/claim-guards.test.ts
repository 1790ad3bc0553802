import { randomUUID } from 'node:crypto';
import { serviceRemoved, serviceSelected } from '@trust/contracts/events/provider';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeRecommended } from '../../../test/make.ts';
import {
  assignDutyRaw,
  decideRaw,
  insertClaimRaw,
  insertDecisionRaw,
  insertLineRaw,
} from '../../../test/raw-decision.ts';
import { startVerification, type Verification } from '../../../test/service.ts';
import { insertClaimChange } from './queries.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification();
});
afterAll(() => service[Symbol.asyncDispose]());

type Raw = Parameters<typeof decideRaw>[2];
const decideWith = async (caseId: string, raw: Raw) => {
  const deciderId = await assignDutyRaw(service, caseId);
  return service.db.transact((trx) => decideRaw(trx, { caseId, deciderId }, raw));
};
const claimsOf = (providerId: string) =>
  service.db.selectFrom('claim').select(['claim_type', 'state']).where('provider_id', '=', providerId).execute();

test('the database accepts a decision with one claim for each granted line', async () => {
  const { caseId, providerId } = await makeRecommended(service);
  await decideWith(caseId, { granted: ['identity'], claims: ['identity_confirmed'] });
  expect(await claimsOf(providerId)).toEqual([{ claim_type: 'identity_confirmed', state: 'active' }]);
});

const both = ['identity_confirmed', 'licence_confirmed'];
test.each<[string, Raw, RegExp]>([
  ['no claim', { granted: ['identity'], claims: [] }, /not whole/],
  ['fewer claims than granted lines', { granted: ['identity', 'licence'], claims: both.slice(1) }, /not whole/],
  [
    'two claims for a granted line',
    { granted: ['identity'], claims: [both[0] ?? '', both[0] ?? ''] },
    /claim_type_key/,
  ],
  [
    'a claim for a line that is not granted',
    { granted: ['identity'], claims: both },
    /decision of its own transaction/,
  ],
])('the database rejects a decision with %s', async (_what, raw, message) => {
  const { caseId, providerId } = await makeRecommended(service);
  await expect(decideWith(caseId, raw)).rejects.toThrow(message);
  expect(await claimsOf(providerId)).toEqual([]);
});

test('the database rejects a claim without limitations, or with empty ones', async () => {
  const { caseId } = await makeRecommended(service);
  const deciderId = await assignDutyRaw(service, caseId);
  const claimWith = (limitations: string[]) =>
    service.db.transact(async (trx) => {
      const id = await decideRaw(trx, { caseId, deciderId }, { granted: ['identity'], claims: [] });
      await insertClaimRaw(trx, id, 'identity_confirmed', limitations);
    });
  await expect(claimWith([])).rejects.toMatchObject({ constraint: 'claim_limitations_check' });
  await expect(claimWith([''])).rejects.toMatchObject({ constraint: 'limitations_say_something' });
});

test.each([
  ['after the end of its validity', '-1 second'],
  ['for more than a year', '1 year 2 days'],
])('the database rejects a claim that is granted %s', async (_when, validity) => {
  const { caseId } = await makeRecommended(service);
  const deciderId = await assignDutyRaw(service, caseId);
  const grant = service.db.transact(async (trx) => {
    const id = await insertDecisionRaw(trx, caseId, deciderId, 'verified');
    await insertLineRaw(trx, id, 'identity', 'granted', validity);
    await insertClaimRaw(trx, id, 'identity_confirmed');
  });
  await expect(grant).rejects.toMatchObject({ constraint: 'lasts_a_year_at_most' });
});

test('M3 the database rejects a second current claim of a type, from any decision', async () => {
  const made = await makeRecommended(service);
  const { providerId, categoryKey, requirementVersionId, selectionId } = made;
  await decideWith(made.caseId, { granted: ['identity'], claims: ['identity_confirmed'] });
  await service.deliver(serviceRemoved, { providerId, categoryKey, selectionId });
  const provider = { ...made, selectionId: randomUUID() };
  await service.deliver(serviceSelected, {
    ...{ providerId, categoryKey, requirementVersionId },
    selectionId: provider.selectionId,
  });
  const later = await makeRecommended(service, { provider });
  const second = decideWith(later.caseId, { granted: ['identity'], claims: ['identity_confirmed'] });
  await expect(second).rejects.toMatchObject({ constraint: 'one_current_claim' });
  expect(await claimsOf(providerId)).toHaveLength(1);
});

test('T1 the database lets a refusal suspend no claim of another provider that is about somebody else', async () => {
  const other = await makeRecommended(service);
  await decideWith(other.caseId, { granted: ['identity'], claims: ['identity_confirmed'] });
  const { id: claim_id } = await service.db
    .selectFrom('claim')
    .select('id')
    .where('provider_id', '=', other.providerId)
    .executeTakeFirstOrThrow();
  const { caseId } = await makeRecommended(service, { results: { identity: 'failed' } });
  const deciderId = await assignDutyRaw(service, caseId);
  const suspend = service.db.transact(async (trx) => {
    const decision_id = await insertDecisionRaw(trx, caseId, deciderId);
    await insertLineRaw(trx, decision_id, 'identity', 'refused');
    const change = { from_state: 'active', to_state: 'suspended', reason: 'conditions_changed' } as const;
    const of = { id: randomUUID(), claim_id, decision_id, changed_at: service.clock.now };
    await insertClaimChange(trx, { ...of, ...change });
  });
  await expect(suspend).rejects.toThrow('a claim is changed by a decision of its own transaction and provider');
});
