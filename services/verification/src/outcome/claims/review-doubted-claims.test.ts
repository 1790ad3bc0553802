import { randomUUID } from 'node:crypto';
import { claimChanged } from '@trust/contracts/events/claims';
import { serviceRemoved, serviceSelected } from '@trust/contracts/events/provider';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkAppeal, decideAppeal, makeAppealInReview, overturnAppeal } from '../../../test/appeals.ts';
import { decideCase } from '../../../test/decide-case.ts';
import {
  caseOf,
  check,
  decide,
  granting,
  makeAssigned,
  makeProvider,
  makeRecommended,
  openReview,
  type Provider,
  pass,
  submit,
} from '../../../test/make.ts';
import { addCategory } from '../../../test/make-category.ts';
import { requestCorrection } from '../../../test/make-correction.ts';
import { startVerification, type Verification } from '../../../test/service.ts';
import { expireOverdueCases } from '../../case/opening-and-ending/run-deadlines.ts';
import { listRefusals } from '../../case/refusals/queries.ts';
import { reviewDoubtedClaims } from './review-doubted-claims.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification({ connections: 5 });
});
afterAll(() => service[Symbol.asyncDispose]());

const review = () => service.db.transact((trx) => reviewDoubtedClaims(trx, service.app));
const withdraw = ({ owner }: Provider, caseId: string) =>
  service.post(`/verification-cases/${caseId}/withdraw`, { actor: owner, body: {} });

/** Claims in two categories, and a renewal of the first in review. */
async function makeRenewed() {
  const first = await makeRecommended(service);
  expect((await decide(service, first.caseId)).status).toBe(201);
  const other = await makeRecommended(service, { provider: await addCategory(service, first) });
  expect((await decide(service, other.caseId)).status).toBe(201);
  await openReview(service, first, 'renewal');
  return { first, other, renewal: await makeAssigned(service, first) };
}

const reviewsOf = async ({ providerId, owner }: Provider) => {
  const { items } = (await service.get(`/providers/${providerId}/verification-cases`, { actor: owner })).body;
  return items.filter(({ kind }: { kind: string }) => kind === 'review').map((one: Provider) => one.categoryKey);
};

test('T2 a document that was marked as final in a case that its provider withdrew opens reviews', async () => {
  const { first, other, renewal } = await makeRenewed();
  await requestCorrection(service, renewal, ['identity', ['licence', 'document_not_authentic']]);
  expect(await review()).toBe(0);
  expect((await withdraw(first, renewal.caseId)).status).toBe(200);
  expect(await review()).toBe(1);
  expect((await reviewsOf(first)).sort()).toEqual([first.categoryKey, other.categoryKey].sort());
  const { id } = await caseOf(service, other);
  const required = await service.db
    .selectFrom('case_requirement')
    .select('requirement_key')
    .where('case_id', '=', id)
    .execute();
  expect(required).toEqual([{ requirement_key: 'licence' }]);
  const states = (await service.emitted(claimChanged)).filter(({ providerId }) => providerId === first.providerId);
  expect(states.map(({ state }) => state)).not.toContain('suspended');
  expect(await review()).toBe(0);
});

test('T2 so are those of a failed check, also if the case expired; a mark that a document cures opens none', async () => {
  const { first, renewal } = await makeRenewed();
  await check(service, renewal, { requirementKey: 'licence', result: 'failed' });
  await requestCorrection(service, renewal, ['identity']);
  service.advanceClock(15 * 86_400);
  await expireOverdueCases(service.app);
  expect(await review()).toBe(1);
  expect(await reviewsOf(first)).toContain(first.categoryKey);

  const cured = await makeRenewed();
  await requestCorrection(service, cured.renewal, ['identity']);
  expect((await withdraw(cured.first, cured.renewal.caseId)).status).toBe(200);
  expect(await review()).toBe(0);
  expect(await reviewsOf(cured.first)).toEqual([]);
});

test('T2 a service that is removed and selected again keeps the doubt until its review is open', async () => {
  const { first, renewal } = await makeRenewed();
  await requestCorrection(service, renewal, ['identity', ['licence', 'document_not_authentic']]);
  const { providerId, categoryKey, selectionId, requirementVersionId } = first;
  await service.deliver(serviceRemoved, { providerId, selectionId, categoryKey });
  expect(await review()).toBe(1);
  expect(await reviewsOf(first)).not.toContain(categoryKey);
  service.advanceClock(60);
  const again = { providerId, selectionId: randomUUID(), categoryKey, requirementVersionId };
  await service.deliver(serviceSelected, again);
  expect(await review()).toBe(1);
  expect(await reviewsOf(first)).toContain(categoryKey);
  expect(await review()).toBe(0);
});

test('a doubt about claims that have expired opens no review', async () => {
  const { first, renewal } = await makeRenewed();
  await check(service, renewal, { requirementKey: 'licence', result: 'failed' });
  expect((await withdraw(first, renewal.caseId)).status).toBe(200);
  service.advanceClock(400 * 86_400);
  expect(await review()).toBe(1);
  expect(await reviewsOf(first)).toEqual([]);
  expect(await review()).toBe(0);
});

test('T2 a doubt waits while its claim is suspended for something else', async () => {
  const first = await makeRecommended(service);
  expect((await decide(service, first.caseId)).status).toBe(201);
  await openReview(service, first, 'review', ['licence']);
  const results = { licence: 'consider' } as const;
  const refused = await decideCase(service, {
    ...{ provider: first, of: ['licence'], results, claims: [], outcome: 'not_verified' },
    reasonCodes: ['document_illegible'],
  });
  const other = await makeAssigned(service, await addCategory(service, first));
  await check(service, other, { requirementKey: 'licence', result: 'failed' });
  expect((await withdraw(first, other.caseId)).status).toBe(200);
  for (const _ of ['kept', 'kept again']) expect(await review()).toBe(1);
  const appealed = await makeAppealInReview(service, refused);
  expect(await overturnAppeal(service, appealed, { claims: granting('licence_confirmed') })).toMatchObject({
    status: 201,
  });
  expect(await review()).toBe(1);
  expect(await reviewsOf(first)).toContain(first.categoryKey);
  expect(await review()).toBe(0);
});

test.each(['upheld', 'withdrawn'])(
  'T2 a failed check of new evidence opens reviews though its appeal is %s',
  async (end) => {
    const first = await decideCase(service, { provider: await makeProvider(service) });
    const refused = await decideCase(service, {
      ...{ provider: await addCategory(service, first), results: { licence: 'consider' } },
      ...{ claims: granting('identity_confirmed'), reasonCodes: ['document_expired'] },
    });
    const grounds = { grounds: ['new_evidence'], newEvidenceFor: ['licence'] };
    const made = await makeAppealInReview(service, refused, grounds);
    await pass(service, await submit(service, made, made.evidenceCaseId ?? '', 'licence'));
    expect((await checkAppeal(service, made, { result: 'failed' })).status).toBe(201);
    const path = `/verification-cases/${made.caseId}/appeals/${made.appealId}`;
    const answer =
      end === 'withdrawn'
        ? await service.post(`${path}/withdraw`, { actor: made.owner })
        : await decideAppeal(service, made, { reasonCodes: ['document_not_authentic'] });
    expect(answer.status).toBeLessThan(300);
    const asked = {
      providerId: first.providerId,
      claims: [{ claim_type: 'licence_confirmed', claim_about: 'business' }],
    } as const;
    expect((await listRefusals(service.db, asked)).map((one) => [one.case_id, one.is_grave])).toContainEqual([
      made.evidenceCaseId,
      end === 'upheld',
    ]);
    expect(await review()).toBe(1);
    expect(await reviewsOf(first)).toContain(first.categoryKey);
  },
);
