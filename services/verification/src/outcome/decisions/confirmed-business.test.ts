import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  check,
  decide,
  granting,
  makeAssigned,
  makeProvider,
  makeRecommended,
  openReview,
  recommend,
} from '../../../test/make.ts';
import { endSubject, nameSubject } from '../../../test/make-subjects.ts';
import { assignDutyRaw, decideRaw } from '../../../test/raw-decision.ts';
import { startVerification, type Verification } from '../../../test/service.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification();
});
afterAll(() => service[Symbol.asyncDispose]());

const identity = { claims: granting('identity_confirmed') };
const notConfirmed = {
  status: 409,
  body: { errors: [{ field: 'claims.0.result', code: 'business_not_confirmed' }] },
};

async function makeKind(kind: 'individual' | 'organisation') {
  const provider = await makeProvider(service);
  for (const about of ['business', 'person'] as const) {
    await endSubject(service, provider.providerId, about);
    const isOnePerson = about === 'person' ? { isOnePerson: kind === 'individual' } : {};
    await nameSubject(service, provider.providerId, about, { kind, ...isOnePerson });
  }
  return provider;
}

const recommended = async () => makeRecommended(service, { provider: await makeKind('organisation') });

test('T1 an organisation gets no claim about its person alone, because nobody confirmed what it is', async () => {
  const { caseId } = await recommended();
  expect(await decide(service, caseId, identity)).toMatchObject(notConfirmed);
  expect((await decide(service, caseId)).status).toBe(201);
});

test('one person gets a claim about themselves alone', async () => {
  const made = await makeAssigned(service, await makeKind('individual'));
  await check(service, made, { requirementKey: 'identity' });
  await check(service, made, { requirementKey: 'licence', providerKind: 'individual' });
  expect((await recommend(service, made)).status).toBe(201);
  expect((await decide(service, made.caseId, identity)).status).toBe(201);
});

test('a claim about the business of an earlier case confirms it, until it ends or the next case judges it', async () => {
  const first = await recommended();
  expect((await decide(service, first.caseId)).status).toBe(201);
  for (const [of, status] of [
    [['identity'], 201],
    [['identity', 'licence'], 409],
  ] as const) {
    await openReview(service, first, 'review', of);
    const { caseId } = await makeRecommended(service, { provider: first, of });
    expect((await decide(service, caseId, identity)).status).toBe(status);
  }
});

test('a claim about a business that ended confirms nothing', async () => {
  const first = await recommended();
  expect((await decide(service, first.caseId)).status).toBe(201);
  await openReview(service, first, 'review', ['identity']);
  await endSubject(service, first.providerId, 'business');
  const { caseId } = await makeRecommended(service, { provider: first, of: ['identity'] });
  expect(await decide(service, caseId, identity)).toMatchObject(notConfirmed);
});

test('a suspended claim about the business confirms nothing', async () => {
  const first = await recommended();
  expect((await decide(service, first.caseId)).status).toBe(201);
  await openReview(service, first, 'review', ['licence']);
  const doubted = await makeRecommended(service, { provider: first, of: ['licence'] });
  const refused = { outcome: 'not_verified', claims: [{ type: 'licence_confirmed', result: 'refused' }] };
  expect((await decide(service, doubted.caseId, refused)).status).toBe(201);
  await openReview(service, first, 'review', ['identity']);
  const { caseId } = await makeRecommended(service, { provider: first, of: ['identity'] });
  expect(await decide(service, caseId, identity)).toMatchObject(notConfirmed);
});

/** A recommended review of the identity, two seconds after the claim about the business was granted for this long. */
async function reviewAfter(seconds: number) {
  const first = await recommended();
  const validUntil = new Date(service.clock.now.getTime() + seconds * 1_000).toISOString();
  const [licence] = granting('licence_confirmed');
  const claims = [
    { type: 'identity_confirmed', result: 'refused' },
    { ...licence, validUntil },
  ];
  expect((await decide(service, first.caseId, { claims })).status).toBe(201);
  await openReview(service, first, 'review', ['identity']);
  service.advanceClock(2);
  return makeRecommended(service, { provider: first, of: ['identity'] });
}

test('a claim about the business that has expired confirms nothing', async () => {
  for (const [seconds, status] of [
    [1, 409],
    [60, 201],
  ] as const) {
    const { caseId } = await reviewAfter(seconds);
    expect((await decide(service, caseId, identity)).status).toBe(status);
  }
});

test('a claim about a business that ended confirms nothing even before its suspension', async () => {
  const { caseId, providerId } = await reviewAfter(60);
  await service.db
    .updateTable('claim_subject')
    .set({ ended_at: service.clock.now })
    .where('provider_id', '=', providerId)
    .where('about', '=', 'business')
    .where('ended_at', 'is', null)
    .execute();
  expect(await decide(service, caseId, identity)).toMatchObject(notConfirmed);
});

test.each([
  ['has no claim', recommended],
  ['has an expired claim', () => reviewAfter(1)],
])('T1 the database refuses a claim about the person of an organisation whose business %s', async (_, make) => {
  const { caseId } = await make();
  const deciderId = await assignDutyRaw(service, caseId);
  const decided = service.db.transact((trx) =>
    decideRaw(trx, { caseId, deciderId }, { granted: ['identity'], claims: ['identity_confirmed'] }),
  );
  await expect(decided).rejects.toThrow('nobody confirmed the business');
});
