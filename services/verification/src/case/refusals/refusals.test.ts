import { randomUUID } from 'node:crypto';
import { evidenceWithdrawn } from '@trust/contracts/events/evidence';
import { representativeAssigned, representativeEnded } from '@trust/contracts/events/representatives';
import { caseOpened, refusalsChanged } from '@trust/contracts/events/verification';
import { operator } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAppealInReview, overturnAppeal } from '../../../test/appeals.ts';
import { decideCase } from '../../../test/decide-case.ts';
import {
  caseOf,
  check,
  currentVersions,
  decide,
  granting,
  makeAssigned,
  makeProvider,
  makeRecommended,
  type Provider,
  recommend,
} from '../../../test/make.ts';
import { addCategory } from '../../../test/make-category.ts';
import { requestCorrection } from '../../../test/make-correction.ts';
import { endSubject, nameSubject } from '../../../test/make-subjects.ts';
import { startVerification, type Verification } from '../../../test/service.ts';
import { setRepresentativeEnd } from '../../from-other-services/providers.ts';
import { listRefusals, listRefusalsOfPeople } from './queries.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification({ connections: 5 });
});
afterAll(() => service[Symbol.asyncDispose]());

const open = ({ providerId, categoryKey, owner }: Provider, kind = 'initial') =>
  service.post(`/providers/${providerId}/verification-cases`, { actor: owner, body: { categoryKey, kind } });
const tooEarly = { status: 409, body: { errors: [{ field: 'kind', code: 'attempt_too_early' }] } };
const partly = { claims: granting('identity_confirmed') };
const forged = { ...partly, reasonCodes: ['document_not_authentic'] };

const ofIdentity = { claim_type: 'identity_confirmed', claim_about: 'person' } as const;
const ofLicence = { claim_type: 'licence_confirmed', claim_about: 'business' } as const;

const refuseLicence = (decision: object = forged) =>
  decideCase(service, { results: { licence: 'failed' }, ...decision });

test('a document that was refused as not authentic beside granted claims delays the next case by 14 days', async () => {
  const made = await refuseLicence();
  const from = new Date(service.clock.now.getTime() + 14 * 86_400_000);
  const refused = await open(made);
  expect(refused).toMatchObject(tooEarly);
  expect(refused.body.detail).toContain(from.toISOString());
  const announced = (await service.emitted(refusalsChanged)).findLast(
    ({ providerId }) => providerId === made.providerId,
  );
  const endsAt = from.toISOString();
  expect(announced?.waits).toEqual([{ claimType: 'licence_confirmed', isAboutPerson: false, endsAt }]);
  service.clock.now = from;
  expect((await open(made)).status).toBe(201);
});

test('a failed check without a reason that another document cures counts as grave', async () => {
  const made = await refuseLicence(partly);
  expect(await open(made)).toMatchObject(tooEarly);
});

test('one grave reason counts beside a curable one, and only for its own claim type', async () => {
  const made = await refuseLicence({ ...partly, reasonCodes: ['document_expired', 'document_not_authentic'] });
  expect(await open(made)).toMatchObject(tooEarly);
  const { providerId } = made;
  expect(await listRefusals(service.db, { providerId, claims: [ofIdentity] })).toEqual([]);
  expect(await listRefusals(service.db, { providerId, claims: [ofLicence] })).toHaveLength(1);
});

test('an expired document beside granted claims delays nothing', async () => {
  const made = await refuseLicence({ ...partly, reasonCodes: ['document_expired'] });
  expect((await open(made)).status).toBe(201);
});

test('such a refusal counts in every category, and reviewers read it in the next case', async () => {
  const made = await refuseLicence();
  const other = await addCategory(service, made);
  expect((await caseOf(service, made)).categoryKey).toBe(made.categoryKey);
  expect(await open(other)).toMatchObject(tooEarly);
  service.advanceClock(14 * 86_400);
  const { status, body } = await open(other);
  expect(status).toBe(201);
  const announced = (await service.emitted(caseOpened)).findLast(({ caseId }) => caseId === body.id);
  expect([announced?.caseId, announced?.refusedForGoodAt]).toEqual([body.id, undefined]);
  const seen = await service.get(`/verification-cases/${body.id}`, { actor: operator('triage') });
  expect(seen.body.requirements).toMatchObject([
    { key: 'identity', earlierRefusals: [] },
    {
      key: 'licence',
      earlierRefusals: [
        {
          caseId: made.caseId,
          isOfThisProvider: true,
          categoryKey: made.categoryKey,
          reasonCodes: ['document_not_authentic'],
        },
      ],
    },
  ]);
  const own = await service.get(`/verification-cases/${body.id}`, { actor: made.owner });
  expect(JSON.stringify(own.body)).not.toContain('earlierRefusals');
});

test('a provider that withdraws after a final mark waits, and the mark stays known', async () => {
  const made = await makeAssigned(service);
  const marked = await requestCorrection(service, made, ['identity', ['licence', 'document_not_authentic']]);
  expect(marked.status).toBe(201);
  const withdrawal = `/verification-cases/${made.caseId}/withdraw`;
  expect((await service.post(withdrawal, { actor: made.owner, body: {} })).status).toBe(200);
  expect(await open(made)).toMatchObject(tooEarly);
  service.advanceClock(14 * 86_400);
  const { body } = await open(made);
  const seen = await service.get(`/verification-cases/${body.id}`, { actor: operator('triage') });
  expect(seen.body.requirements[1].earlierRefusals).toMatchObject([{ caseId: made.caseId }]);
});

test('reviewers read what was refused to another provider of a person, unless the person had left it', async () => {
  const represents = async (providerId: string, userId: string) => {
    const assignmentId = randomUUID();
    await service.deliver(representativeAssigned, { assignmentId, providerId, userId, role: 'owner' });
    return assignmentId;
  };
  const refused = await refuseLicence();
  const earlierOf = async (provider: Provider) => {
    const { id } = await caseOf(service, provider);
    const seen = await service.get(`/verification-cases/${id}`, { actor: operator('triage') });
    return seen.body.requirements[1].earlierRefusals;
  };
  const next = await makeProvider(service);
  expect(await earlierOf(next)).toEqual([]);
  const assignmentId = await represents(next.providerId, refused.owner.userId);
  const { caseId } = refused;
  expect(await earlierOf(next)).toMatchObject([{ caseId, isOfThisProvider: false }]);
  await service.deliver(representativeEnded, {
    assignmentId,
    providerId: next.providerId,
    userId: refused.owner.userId,
  });
  expect(await earlierOf(next)).toEqual([]);

  const left = await makeProvider(service);
  const before = await represents(refused.providerId, left.owner.userId);
  expect(await earlierOf(left)).toHaveLength(1);
  await endedAt(before, new Date(service.clock.now.getTime() - 86_400_000));
  expect(await earlierOf(left)).toEqual([]);
});

/** As a snapshot announces who left before the refusal. */
async function endedAt(assignmentId: string, at: Date) {
  await service.db.transact((trx) => setRepresentativeEnd(trx, assignmentId, at));
}

test('a recommended case whose document is erased and that is withdrawn still delays the next one', async () => {
  const made = await makeRecommended(service, {
    results: { licence: 'failed' },
    reasonCodes: ['document_not_authentic'],
  });
  expect(await listRefusals(service.db, { providerId: made.providerId, claims: [ofLicence] })).toEqual([]);
  const evidenceVersionId = (await currentVersions(service, made.caseId)).get('licence') ?? '';
  const { caseId, providerId } = made;
  const of = { evidenceVersionId, evidenceId: randomUUID(), caseId, providerId, requirementKey: 'licence' };
  await service.deliver(evidenceWithdrawn, { ...of, occurredAt: service.clock.now.toISOString() });
  expect(await caseOf(service, made)).toMatchObject({ state: 'awaiting_correction' });
  expect((await service.post(`/verification-cases/${caseId}/withdraw`, { actor: made.owner, body: {} })).status).toBe(
    200,
  );
  expect(await open(made)).toMatchObject(tooEarly);
  service.advanceClock(14 * 86_400);
  const { body } = await open(made);
  const seen = await service.get(`/verification-cases/${body.id}`, { actor: operator('triage') });
  expect(seen.body.requirements).toMatchObject([
    { earlierRefusals: [] },
    { earlierRefusals: [{ caseId, reasonCodes: ['document_not_authentic'] }] },
  ]);
});

test('T1 what was refused about a person counts in another provider of that person, and nothing else', async () => {
  const first = await makeProvider(service);
  const personId = first.owner.userId;
  const answerFor = async (provider: Provider) => {
    await endSubject(service, provider.providerId, 'person');
    await nameSubject(service, provider.providerId, 'person', { personId });
  };
  await answerFor(first);
  const refused = await makeRecommended(service, {
    provider: first,
    results: { identity: 'failed', licence: 'failed' },
  });
  const other = await makeProvider(service);
  await answerFor(other);
  const checked = await makeRecommended(service, { provider: other });
  service.advanceClock(60);
  const nothing = { outcome: 'not_verified', claims: [], reasonCodes: ['document_not_authentic'] };
  expect((await decide(service, refused.caseId, nothing)).status).toBe(201);
  const { providerId } = other;
  const claims = [ofIdentity, ofLicence];
  expect(await listRefusals(service.db, { providerId, claims })).toMatchObject([{ claim_type: 'identity_confirmed' }]);
  expect(await decide(service, checked.caseId)).toMatchObject({
    ...{ status: 409, body: { errors: [{ field: 'claims.0.result', code: 'refused_in_another_case' }] } },
  });
  const next = await addCategory(service, other);
  const delayed = await open(next);
  expect(delayed).toMatchObject(tooEarly);
  // Of another provider no instant leaves, neither in words nor by trying.
  const end = Math.ceil(service.clock.now.getTime() / 86_400_000 + 14) * 86_400_000;
  expect(delayed.body.detail).toContain(`from ${new Date(end).toISOString().slice(0, 10)}.`);
  service.clock.now = new Date(end - 1);
  expect(await open(next)).toMatchObject(tooEarly);
  service.advanceClock(1);
  expect((await open(next)).status).toBe(201);
  await endSubject(service, providerId, 'person');
  await nameSubject(service, providerId, 'person', { personId: randomUUID() });
  expect(await listRefusals(service.db, { providerId, claims })).toEqual([]);
});

test.each([
  ['who had sent it', { subjectId: null }],
  ['whom its check names', {}],
])('T1 a refused document counts for the person %s, whoever answers when it is decided', async (whose, named) => {
  const sent = await makeProvider(service);
  const [personId, next] = [sent.owner.userId, randomUUID()];
  const answersFor = async (provider: Provider, person: string) => {
    service.advanceClock(60);
    await endSubject(service, provider.providerId, 'person');
    await nameSubject(service, provider.providerId, 'person', { personId: person });
    return provider;
  };
  const of = ({ providerId }: Provider) => ({ providerId, claims: [ofIdentity] });
  await endSubject(service, sent.providerId, 'person');
  const made = await makeAssigned(service, sent);
  service.advanceClock(60);
  await nameSubject(service, sent.providerId, 'person', { personId });
  const left = await answersFor(await makeProvider(service), personId);
  const came = await answersFor(await makeProvider(service), next);
  await answersFor(made, next);
  for (const requirementKey of ['identity', 'licence'])
    expect((await check(service, made, { requirementKey, result: 'failed', ...named })).status).toBe(201);
  const nothing = { outcome: 'not_verified', reasonCodes: ['document_not_authentic'] };
  expect((await recommend(service, made, nothing)).status).toBe(201);
  expect((await decide(service, made.caseId, { ...nothing, claims: [] })).status).toBe(201);
  const caseIds = (refusals: { case_id: string }[]) => refusals.map(({ case_id }) => case_id);
  const isSender = whose === 'who had sent it';
  const [theirs, others] = isSender ? [left, came] : [came, left];
  expect(caseIds(await listRefusalsOfPeople(service.db, of(theirs)))).toEqual([made.caseId]);
  // Nobody waits because of what somebody else sent in their name.
  expect(caseIds(await listRefusals(service.db, of(theirs)))).toEqual(isSender ? [made.caseId] : []);
  for (const list of [listRefusals, listRefusalsOfPeople]) expect(await list(service.db, of(others))).toEqual([]);
});

test('what an appeal set aside refuses nothing', async () => {
  const made = await refuseLicence();
  const appealed = await makeAppealInReview(service, made);
  const claims = [...granting('identity_confirmed'), { type: 'licence_confirmed', result: 'refused' }];
  const body = { outcome: 'partly_overturned', claims, caseOutcome: 'verified', reasonCodes: ['document_incomplete'] };
  expect(await overturnAppeal(service, appealed, body)).toMatchObject({ status: 201 });
  expect((await open(made)).status).toBe(201);
});
