import { randomUUID } from 'node:crypto';
import { refusalsChanged } from '@trust/contracts/events/verification';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAppealInReview, overturnAppeal } from '../../../test/appeals.ts';
import { decideCase } from '../../../test/decide-case.ts';
import { decide, granting, makeAssigned, makeProvider, makeRecommended, type Provider } from '../../../test/make.ts';
import { addCategory } from '../../../test/make-category.ts';
import { requestCorrection } from '../../../test/make-correction.ts';
import { endSubject, nameSubject } from '../../../test/make-subjects.ts';
import { makeVersion } from '../../../test/make-version.ts';
import { startVerification, type Verification } from '../../../test/service.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification();
});
afterAll(() => service[Symbol.asyncDispose]());

const announcedOf = async ({ providerId }: Pick<Provider, 'providerId'>) =>
  (await service.emitted(refusalsChanged)).filter((one) => one.providerId === providerId).map(({ waits }) => waits);
const open = ({ providerId, categoryKey, owner }: Provider) =>
  service.post(`/providers/${providerId}/verification-cases`, { actor: owner, body: { categoryKey, kind: 'initial' } });
const inTwoWeeks = () => new Date(service.clock.now.getTime() + 14 * 86_400_000).toISOString();
const forged = { claims: granting('identity_confirmed'), reasonCodes: ['document_not_authentic'] };
const ofLicence = (endsAt: string) => ({ claimType: 'licence_confirmed', isAboutPerson: false, endsAt });

test('a refused document announces when another category opens a case, until an appeal sets it aside', async () => {
  const made = await decideCase(service, { results: { licence: 'failed' }, ...forged });
  const endsAt = inTwoWeeks();
  expect(await announcedOf(made)).toEqual([[ofLicence(endsAt)]]);
  const refused = await open(await addCategory(service, made));
  expect(refused).toMatchObject({ status: 409, body: { errors: [{ code: 'attempt_too_early' }] } });
  expect(refused.body.detail).toContain(endsAt);
  const claims = [...granting('identity_confirmed'), { type: 'licence_confirmed', result: 'refused' }];
  const body = { outcome: 'partly_overturned', claims, caseOutcome: 'verified', reasonCodes: ['document_incomplete'] };
  expect(await overturnAppeal(service, await makeAppealInReview(service, made), body)).toMatchObject({ status: 201 });
  expect((await announcedOf(made)).at(-1)).toEqual([]);
});

test('a document that another one cures announces no wait', async () => {
  const made = await decideCase(service, {
    ...{ results: { licence: 'failed' }, ...forged },
    reasonCodes: ['document_expired'],
  });
  expect(await announcedOf(made)).toEqual([]);
});

test('a final mark announces the wait at once, and its withdrawn case announces nothing more', async () => {
  const made = await makeAssigned(service);
  await requestCorrection(service, made, ['identity', ['licence', 'document_not_authentic']]);
  const endsAt = inTwoWeeks();
  expect(await announcedOf(made)).toEqual([[ofLicence(endsAt)]]);
  service.advanceClock(60);
  const withdrawal = `/verification-cases/${made.caseId}/withdraw`;
  expect((await service.post(withdrawal, { actor: made.owner, body: {} })).status).toBe(200);
  expect((await open(made)).body.detail).toContain(endsAt);
  expect(await announcedOf(made)).toEqual([[ofLicence(endsAt)]]);
});

test('T1 a refused identity waits in each provider that the person answers for, as long as they do', async () => {
  const [first, other] = [await makeProvider(service), await makeProvider(service)];
  const personId = first.owner.userId;
  for (const { providerId } of [first, other]) {
    await endSubject(service, providerId, 'person');
    await nameSubject(service, providerId, 'person', { personId });
  }
  const made = await makeRecommended(service, { provider: first, results: { identity: 'failed', licence: 'failed' } });
  const nothing = { outcome: 'not_verified', claims: [], reasonCodes: ['document_not_authentic'] };
  expect((await decide(service, made.caseId, nothing)).status).toBe(201);
  const endsAt = inTwoWeeks();
  const ofIdentity = { claimType: 'identity_confirmed', isAboutPerson: false, endsAt };
  expect((await announcedOf(first)).at(-1)).toEqual([ofIdentity, ofLicence(endsAt)]);
  // The instant of a decision elsewhere is none of their business.
  const day = new Date(Math.ceil(Date.parse(endsAt) / 86_400_000) * 86_400_000).toISOString();
  expect((await announcedOf(other)).at(-1)).toEqual([{ ...ofIdentity, endsAt: day }]);
  service.advanceClock(60);
  await endSubject(service, other.providerId, 'person');
  await nameSubject(service, other.providerId, 'person', { personId: randomUUID() });
  expect((await announcedOf(other)).at(-1)).toEqual([]);
});

test('T1 a forged identity lets claims about the person wait, and none about the business', async () => {
  await makeVersion(service, { licenceAbout: 'person' });
  const claims = granting('licence_confirmed');
  const made = await decideCase(service, { results: { identity: 'failed' }, ...forged, claims });
  const endsAt = inTwoWeeks();
  expect(await announcedOf(made)).toEqual([
    [
      { claimType: 'identity_confirmed', isAboutPerson: false, endsAt },
      { claimType: 'licence_confirmed', isAboutPerson: true, endsAt },
    ],
  ]);
});
