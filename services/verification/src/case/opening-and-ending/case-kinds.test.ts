import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { auditRecorded } from '@trust/contracts/events/any';
import { evidenceRejected } from '@trust/contracts/events/evidence';
import { providerChanged, serviceRemoved, serviceSelected } from '@trust/contracts/events/provider';
import { caseChanged, caseOpened, decisionRecorded } from '@trust/contracts/events/verification';
import { operator, representative } from '@trust/service-testing/actors';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appeal, assignAppeal } from '../../../test/appeals.ts';
import {
  caseOf,
  decide,
  granting,
  makeProvider,
  makeRecommended,
  makeReviewable,
  type Provider,
  providerFacts,
  reason,
} from '../../../test/make.ts';
import { makeVersion } from '../../../test/make-version.ts';
import { assignRaw } from '../../../test/raw-decision.ts';
import { startVerification, type Verification } from '../../../test/service.ts';
import { type NewCase, openCase } from './open-and-withdraw.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification({ connections: 10 });
});
afterAll(() => service[Symbol.asyncDispose]());

type KindOf = { kind: 'initial' | 'renewal' } | { kind: 'review'; reviewedCaseId: string };
const open = ({ providerId, categoryKey, requirementVersionId, selectionId }: Omit<Provider, 'owner'>, kind: KindOf) =>
  service.db.transact((trx) =>
    openCase(trx, service.app, { providerId, categoryKey, requirementVersionId, selectionId, ...kind } as NewCase),
  );

async function makeDecided(decision: object = {}) {
  const made = await makeRecommended(service);
  const decider = operator('decider');
  expect((await decide(service, made.caseId, { actor: decider, ...decision })).status).toBe(201);
  return { ...made, decider };
}

/** One document fails, and nobody corrects it in time. */
async function lapse({ caseId, providerId }: { caseId: string; providerId: string }): Promise<void> {
  const rejected = await service.db
    .selectFrom('evidence_version')
    .select(['id as evidenceVersionId', 'requirement_key as requirementKey'])
    .where('case_id', '=', caseId)
    .executeTakeFirstOrThrow();
  const occurredAt = service.clock.now.toISOString();
  await service.deliver(evidenceRejected, { ...rejected, caseId, providerId, reason: 'malware', occurredAt });
  service.advanceClock(14 * 86_400);
}

async function makeProviderWithoutCase(): Promise<Provider> {
  const provider = await makeProvider(service);
  const { providerId, categoryKey, selectionId, requirementVersionId } = provider;
  await service.deliver(providerChanged, providerFacts(providerId, 'suspended'));
  await service.deliver(serviceRemoved, { providerId, selectionId, categoryKey });
  const selected = { providerId, categoryKey, requirementVersionId, selectionId: randomUUID() };
  await service.deliver(serviceSelected, selected);
  return provider;
}

test('M1 the database rejects a case whose kind does not fit claims, decisions and versions', async () => {
  const fresh = await makeProvider(service);
  await expect(open(fresh, { kind: 'renewal' })).rejects.toThrow(/needs a current or recently expired claim/);
  const [decided, other] = [await makeDecided(), await makeDecided()];
  const review = { kind: 'review', reviewedCaseId: decided.caseId } as const;
  await expect(open(other, review)).rejects.toThrow(/reviewed_case_is_of_the_provider/);
  const { id } = (await open(decided, { kind: 'renewal' })) ?? {};
  const { providerId, selectionId, categoryKey } = decided;
  await expect(open(decided, { kind: 'review', reviewedCaseId: id ?? '' })).rejects.toThrow(/needs a decided case/);

  await makeVersion(service, { categoryKey, number: 2 });
  await expect(open(decided, { kind: 'initial' })).rejects.toThrow(/active requirement version/);
  expect(await open(decided, review)).toBeUndefined();
  await service.deliver(serviceRemoved, { providerId, selectionId, categoryKey });
  await expect(open(decided, review)).rejects.toThrow(/version of an active selection/);
});

test('Z3 the database rejects the reviewer and the decider of the reviewed case as assignees of its review', async () => {
  const decided = await makeDecided();
  const review = await open(decided, { kind: 'review', reviewedCaseId: decided.caseId });
  const { caseId, reviewer } = await makeReviewable(service, decided).then((made) => ({ ...decided, ...made }));
  expect(caseId).toBe(review?.id);
  for (const person of [reviewer, decided.decider]) {
    const permitted = await service.known({ ...person, permissions: [...reviewer.permissions, ...person.permissions] });
    const assignment = assignRaw(caseId, permitted.userId, 'review').execute(service.db);
    await expect(assignment).rejects.toThrow(/reviewed or decided the reviewed case/);
  }
});

const post = ({ providerId, categoryKey }: Pick<Provider, 'providerId' | 'categoryKey'>, actor: Actor, body: object) =>
  service.post(`/providers/${providerId}/verification-cases`, { actor, body: { categoryKey, ...body } });
const refused = (slug: string, ...errors: [field: string, code: string][]) => ({
  status: 409,
  body: {
    type: `http://trust.test/problems/${slug}`,
    errors: errors.map(([field, code]) => ({ field, code })),
  },
});
const notReady = (...errors: [string, string][]) => refused('provider-not-ready', ...errors);
const triage = operator('triage');
const days = (count: number) => service.advanceClock(count * 86_400);

test('returns 409 with each missing part of a provider that is not ready', async () => {
  const provider = await makeProvider(service);
  const announce = (changes: object) =>
    service.deliver(providerChanged, { ...providerFacts(provider.providerId, 'active'), ...changes });
  const location = { privateBaseConfigured: true, publicPremisesConfigured: false, serviceAreaConfigured: false };
  await announce({ state: 'draft', hasProfile: false, location });
  expect(await post(provider, provider.owner, { kind: 'initial' })).toMatchObject(
    notReady(['profile', 'required'], ['location', 'required'], ['provider', 'provider_not_active']),
  );
  await announce({});
  expect(await post({ ...provider, categoryKey: 'none' }, provider.owner, { kind: 'initial' })).toMatchObject(
    notReady(['categoryKey', 'service_not_selected']),
  );
  await makeVersion(service, { categoryKey: provider.categoryKey, number: 2 });
  expect(await post(provider, provider.owner, { kind: 'initial' })).toMatchObject(
    notReady(['categoryKey', 'service_outdated']),
  );
});

test('D2 a representative opens cases of the own provider only, with `provider.cases.manage`', async () => {
  const provider = await makeProvider(service);
  const stranger = representative(randomUUID());
  const foreign = await post(provider, stranger, { kind: 'initial' });
  const unknown = await post({ ...provider, providerId: randomUUID() }, stranger, { kind: 'initial' });
  const masked = ({ status, body }: typeof foreign) => [status, { ...body, requestId: '', instance: '' }];
  expect(foreign.status).toBe(404);
  expect(masked(foreign)).toEqual(masked(unknown));
  const contributor = representative(provider.providerId, 'contributor');
  expect((await post(provider, contributor, { kind: 'initial' })).status).toBe(403);
  expect((await post(provider, operator('reviewer'), { kind: 'initial', reason })).status).toBe(404);
  expect((await post({ ...provider, providerId: randomUUID() }, triage, { kind: 'review', reason })).status).toBe(404);
});

test('M3 of 16 concurrent requests after an expired case one opens a case', async () => {
  const made = await makeReviewable(service);
  expect(await post(made, made.owner, { kind: 'initial' })).toMatchObject(
    refused('state-conflict', ['categoryKey', 'case_open']),
  );
  await lapse(made);
  const requests = Array.from({ length: 16 }, (_, index) =>
    index % 2 ? post(made, made.owner, { kind: 'initial' }) : post(made, triage, { kind: 'initial', reason }),
  );
  const statuses = (await Promise.all(requests)).map(({ status }) => status);
  expect(statuses.sort()).toEqual([201, ...Array(15).fill(409)]);
  const states = await service.db
    .selectFrom('verification_case')
    .select(['state', 'kind'])
    .where('provider_id', '=', made.providerId)
    .orderBy('opened_at')
    .execute();
  expect(states).toEqual([
    { state: 'expired', kind: 'initial' },
    { state: 'awaiting_evidence', kind: 'initial' },
  ]);
});

test('after `not_verified` the representative waits 14 days, also by selecting the service again', async () => {
  const made = await makeRecommended(service);
  const { providerId, categoryKey, selectionId, requirementVersionId, owner } = made;
  await decide(service, made.caseId, { outcome: 'not_verified', claims: [] });
  const decided = (await service.emitted(caseChanged)).findLast(({ caseId }) => caseId === made.caseId);
  const from = new Date(service.clock.now.getTime() + 14 * 86_400_000).toISOString();
  expect(decided).toMatchObject({ state: 'decided', nextCaseAt: from });
  const early = await post(made, owner, { kind: 'initial' });
  expect(early).toMatchObject(notReady(['kind', 'attempt_too_early']));
  expect(early.body.detail).toContain(from);

  // The case of an appeal's evidence is newer and ends without a decision.
  const decisionId = (await service.emitted(decisionRecorded)).at(-1)?.decisionId ?? '';
  const { body: appealed } = await appeal(service, { ...made, decisionId }, { newEvidenceFor: ['licence'] });
  const withdrawal = `/verification-cases/${made.caseId}/appeals/${appealed.id}/withdraw`;
  expect((await service.post(withdrawal, { actor: owner })).status).toBe(200);
  const linked = (await service.emitted(caseChanged)).findLast(({ caseId }) => caseId === appealed.evidenceCaseId);
  expect(linked).toMatchObject({ state: 'withdrawn', outcome: null, nextCaseAt: from });
  expect((await post(made, owner, { kind: 'initial' })).body.errors).toMatchObject([{ code: 'attempt_too_early' }]);

  await service.deliver(serviceRemoved, { providerId, selectionId, categoryKey });
  const selected = { providerId, categoryKey, requirementVersionId, selectionId: randomUUID() };
  await service.deliver(serviceSelected, selected);
  expect((await post(made, owner, { kind: 'initial' })).body.errors).toMatchObject([{ code: 'attempt_too_early' }]);
  days(14);
  expect(await post(made, owner, { kind: 'initial' })).toMatchObject({ status: 201, body: { kind: 'initial' } });
});

test('after `inconclusive` the representative begins again at once', async () => {
  const made = await makeRecommended(service);
  await decide(service, made.caseId, { outcome: 'inconclusive', claims: [] });
  const decided = (await service.emitted(caseChanged)).findLast(({ caseId }) => caseId === made.caseId);
  expect(decided).toMatchObject({ outcome: 'inconclusive', nextCaseAt: null });
  expect((await post(made, made.owner, { kind: 'initial' })).status).toBe(201);
});

test('an operator gives a reason and does not wait after `not_verified`', async () => {
  const made = await makeRecommended(service);
  await decide(service, made.caseId, { outcome: 'not_verified', claims: [] });
  expect(await post(made, triage, { kind: 'initial' })).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'reason', code: 'required' }] },
  });
  const opened = await post(made, triage, { kind: 'initial', reason });
  expect(opened).toMatchObject({
    status: 201,
    body: { view: 'operator', state: 'awaiting_evidence', kind: 'initial', providerId: made.providerId },
  });
  expect(opened.body).toEqual((await service.get(`/verification-cases/${opened.body.id}`, { actor: triage })).body);
  expect(opened.headers.get('location')).toContain(`/verification-cases/${opened.body.id}`);
  expect((await service.emitted(auditRecorded.verification)).at(-1)).toMatchObject({
    action: 'createVerificationCase',
    objectId: opened.body.id,
    reason,
    after: { kind: 'initial', actingAs: 'operator' },
  });
});

test('M4 a renewal opens from 60 days before to 90 days after a claim ends, an initial case once it ended', async () => {
  const made = await makeDecided();
  const open = (kind: string) => post(made, made.owner, { kind });
  expect(await open('renewal')).toMatchObject(notReady(['kind', 'renewal_too_early']));
  expect(await open('initial')).toMatchObject(notReady(['kind', 'claims_current']));
  // The licence is valid for 180 days, the identity for 365.
  days(120);
  expect(await open('renewal')).toMatchObject({ status: 201, body: { kind: 'renewal' } });
  const { providerId, categoryKey, selectionId, requirementVersionId } = made;
  await service.deliver(serviceRemoved, { providerId, selectionId, categoryKey });
  days(60 + 90);
  const selected = { providerId, categoryKey, requirementVersionId, selectionId: randomUUID() };
  await service.deliver(serviceSelected, selected);
  expect((await caseOf(service, made)).kind).toBe('initial');
});

test('selecting a newer version with current claims opens a renewal at once', async () => {
  const made = await makeDecided();
  const { providerId, categoryKey } = made;
  const { requirementVersionId } = await makeVersion(service, { categoryKey, number: 2 });
  const selectionId = randomUUID();
  await service.deliver(serviceSelected, { providerId, categoryKey, requirementVersionId, selectionId });
  expect(await caseOf(service, made)).toMatchObject({ kind: 'renewal', requirementVersion: { number: 2 } });
});

test('only an operator opens a review, of the last decided case, and beside an appeal', async () => {
  const made = await makeDecided({ claims: granting('identity_confirmed') });
  expect((await post(made, made.owner, { kind: 'review' })).status).toBe(403);
  expect(await post(await makeProviderWithoutCase(), triage, { kind: 'review', reason })).toMatchObject(
    notReady(['kind', 'no_decision']),
  );
  const { decision } = (await service.get(`/verification-cases/${made.caseId}`, { actor: triage })).body;
  const evidence = { grounds: ['new_evidence'], newEvidenceFor: ['licence'] };
  const { body: appealed } = await appeal(service, { ...made, decisionId: decision.id }, evidence);
  for (const kind of ['initial', 'renewal'])
    expect(await post(made, triage, { kind, reason })).toMatchObject(
      refused('state-conflict', ['categoryKey', 'appeal_open']),
    );
  const beside = await post(made, triage, { kind: 'review', requirementKeys: ['identity'], reason });
  expect(beside).toMatchObject({ status: 201, body: { kind: 'review', state: 'awaiting_evidence' } });
  expect(
    (await service.post(`/verification-cases/${beside.body.id}/withdraw`, { actor: triage, body: { reason } })).status,
  ).toBe(200);
  const judge = operator('decider');
  expect((await assignAppeal(service, made.caseId, judge)).status).toBe(200);
  await service.post(`/verification-cases/${made.caseId}/appeals/${appealed.id}/withdraw`, { actor: made.owner });
  await service.deliver(providerChanged, providerFacts(made.providerId, 'suspended'));
  const of = (...requirementKeys: string[]) => post(made, triage, { kind: 'review', requirementKeys, reason });
  expect((await of('licence', 'none')).body.errors[0]).toMatchObject({ field: 'requirementKeys.1' });
  expect((await post(made, triage, { kind: 'initial', requirementKeys: ['licence'], reason })).status).toBe(400);
  const opened = await of('licence');
  expect(opened).toMatchObject({
    status: 201,
    body: { kind: 'review', state: 'awaiting_evidence', requirements: [{ key: 'licence' }] },
  });
  expect((await service.emitted(caseOpened)).at(-1)).toMatchObject({
    requirementKeys: ['licence'],
    excludedIds: [made.reviewer.userId, made.decider.userId, judge.userId].sort(),
  });
  const { reviewed_case_id } = await service.db
    .selectFrom('verification_case')
    .select('reviewed_case_id')
    .where('id', '=', opened.body.id)
    .executeTakeFirstOrThrow();
  expect(reviewed_case_id).toBe(made.caseId);
  const { rows } = await sql<{ judged: boolean }>`
    select judged_reviewed_case(${judge.userId}, ${opened.body.id}) as judged`.execute(service.db);
  expect(rows).toEqual([{ judged: true }]);
});
