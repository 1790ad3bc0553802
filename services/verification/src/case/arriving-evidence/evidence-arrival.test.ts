import { randomUUID } from 'node:crypto';
import { notificationRequested } from '@trust/contracts/events/any';
import { evidenceConfirmed, evidenceLost, evidenceRejected, evidenceWithdrawn } from '@trust/contracts/events/evidence';
import { serviceRemoved } from '@trust/contracts/events/provider';
import { caseChanged, evidenceRefused } from '@trust/contracts/events/verification';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  caseOf,
  makeAssigned,
  makeProvider,
  makeRecommended,
  makeReviewable,
  type Provider,
  pass,
  submit,
} from '../../../test/make.ts';
import { keys } from '../../../test/make-version.ts';
import { startVerification, type Verification } from '../../../test/service.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification({ connections: 4 });
});
afterAll(() => service[Symbol.asyncDispose]());

const states = async (provider: Provider) => {
  const { state, requirements } = await caseOf(service, provider);
  return [state, ...requirements.map((one: { status: string }) => one.status)];
};
const changes = async (caseId: string) =>
  (await service.emitted(caseChanged)).filter((payload) => payload.caseId === caseId).map(({ state }) => state);
const refusals = async (caseId: string) =>
  (await service.emitted(evidenceRefused)).filter((payload) => payload.caseId === caseId);
const entries = async ({ owner }: Provider) =>
  (await service.get('/provider-workspace/me/verification-timeline', { actor: owner })).body.items;
async function entriesInPages({ owner }: Provider) {
  const items = [];
  let cursor = '';
  do {
    const path = `/provider-workspace/me/verification-timeline?limit=1${cursor && `&cursor=${cursor}`}`;
    const { body } = await service.get(path, { actor: owner });
    items.push(...body.items);
    cursor = body.nextCursor;
  } while (cursor);
  return items;
}
const timeline = async (provider: Provider) => (await entries(provider)).map(({ type }: { type: string }) => type);
type Version = { evidenceVersionId: string; caseId: string; providerId: string; requirementKey: string };
const reject = ({ evidenceVersionId, caseId, providerId, requirementKey }: Version) =>
  service.deliver(evidenceRejected, {
    evidenceVersionId,
    caseId,
    providerId,
    requirementKey,
    reason: 'malware',
    occurredAt: service.clock.now.toISOString(),
  });

test('moves the case to `in_review` once every requirement has evidence', async () => {
  const provider = await makeProvider(service);
  const { id } = await caseOf(service, provider);
  await submit(service, provider, id, 'identity');
  expect(await states(provider)).toEqual(['awaiting_evidence', 'submitted', 'missing']);
  const second = await submit(service, provider, id, 'licence');
  expect(await states(provider)).toEqual(['in_review', 'submitted', 'submitted']);
  await pass(service, second);
  expect(await states(provider)).toEqual(['in_review', 'submitted', 'available']);
  expect(await changes(id)).toEqual(['in_review']);
});

test('refuses evidence for a case that no longer awaits it, and notifies the representative', async () => {
  const made = await makeReviewable(service);
  const late = await submit(service, made, made.caseId, 'licence');
  expect(await refusals(made.caseId)).toMatchObject([
    { evidenceVersionId: late.evidenceVersionId, intentId: late.intentId, requirementKey: 'licence' },
  ]);
  expect((await timeline(made))[0]).toBe('evidence_refused');
  const notified = (await service.emitted(notificationRequested.verification)).at(-1);
  const { providerId, caseId } = made;
  expect(notified).toMatchObject({ providerId, template: 'evidence_refused', data: { caseId } });
  expect(await states(made)).toEqual(['in_review', 'available', 'available']);

  await pass(service, late);
  await reject(late);
  expect(await states(made)).toEqual(['in_review', 'available', 'available']);
});

test('refuses evidence for another requirement or provider than the case’s', async () => {
  const provider = await makeProvider(service);
  const { id } = await caseOf(service, provider);
  await submit(service, provider, id, 'something-else');
  await submit(service, { ...provider, providerId: randomUUID() }, id, 'identity');
  expect(await refusals(id)).toMatchObject([{ providerId: provider.providerId }, { providerId: provider.providerId }]);
  expect(await states(provider)).toEqual(['awaiting_evidence', 'missing', 'missing']);
});

test('fails on evidence for an unknown case, so that the event becomes a dead letter', async () => {
  const provider = await makeProvider(service);
  await expect(submit(service, provider, randomUUID(), 'identity')).rejects.toThrow(/does not exist/);
});

test('a rejected version makes its requirement missing again and, before review, changes nothing else', async () => {
  const provider = await makeProvider(service);
  const { id } = await caseOf(service, provider);
  await reject(await submit(service, provider, id, 'identity'));
  expect(await states(provider)).toEqual(['awaiting_evidence', 'missing', 'missing']);
  expect(await changes(id)).toEqual([]);
});

test('rejecting a version that a newer one has replaced changes nothing', async () => {
  const provider = await makeProvider(service);
  const { id } = await caseOf(service, provider);
  const older = await submit(service, provider, id, 'identity');
  const newer = await submit(service, provider, id, 'identity');
  await pass(service, newer);
  await reject(older);
  expect(await states(provider)).toEqual(['awaiting_evidence', 'available', 'missing']);
});

test('a rejected version moves the case from review to correction, and new evidence moves it back', async () => {
  const provider = await makeProvider(service);
  const { id } = await caseOf(service, provider);
  await submit(service, provider, id, 'identity');
  await reject(await submit(service, provider, id, 'licence'));
  await submit(service, provider, id, 'licence');
  const assigned = await changes(id);
  expect(assigned).toEqual(['in_review', 'awaiting_correction', 'in_review']);
  const [, correction] = (await service.emitted(caseChanged)).filter(({ caseId }) => caseId === id);
  expect(correction?.dueAt).toBe(new Date(service.clock.now.getTime() + 14 * 86_400_000).toISOString());
});

test.each([
  ['U7 evidence that the object store lost', evidenceLost, 'evidence_lost'],
  ['evidence that the provider withdrew', evidenceWithdrawn, 'evidence_withdrawn'],
] as const)('%s is missing again, with one timeline entry', async (_what, event, entry) => {
  const made = await makeAssigned(service);
  const { id, evidence_id, requirement_key } = await service.db
    .selectFrom('evidence_version')
    .selectAll()
    .where('case_id', '=', made.caseId)
    .limit(1)
    .executeTakeFirstOrThrow();
  const { caseId, providerId } = made;
  const version = { evidenceVersionId: id, evidenceId: evidence_id, requirementKey: requirement_key };
  const occurredAt = service.clock.now.toISOString();
  for (let delivery = 0; delivery < 2; delivery++)
    await service.deliver(event, { ...version, caseId, providerId, occurredAt });
  const [caseState, ...requirementStates] = await states(made);
  expect(caseState).toBe('awaiting_correction');
  expect(requirementStates.filter((state) => state === 'missing')).toHaveLength(1);
  expect((await timeline(made)).slice(0, 2).sort()).toEqual(['case_awaiting_correction', entry]);
  expect((await timeline(made)).filter((type: string) => type === entry)).toHaveLength(1);
});

test('a rejection after the recommendation discards the recommendation and keeps the reviewer', async () => {
  const made = await makeRecommended(service);
  const versions = await service.db
    .selectFrom('evidence_version')
    .selectAll()
    .where('case_id', '=', made.caseId)
    .execute();
  const version = versions.find(({ requirement_key }) => requirement_key === 'identity');
  await reject({ ...made, evidenceVersionId: version?.id ?? '', requirementKey: 'identity' });
  expect((await service.emitted(caseChanged)).at(-1)).toMatchObject({
    state: 'awaiting_correction',
    recommenderId: null,
    duties: [{ duty: 'review', assigneeId: made.reviewer.userId }],
  });
  await submit(service, made, made.caseId, 'identity');
  const seen = await service.get(`/verification-cases/${made.caseId}`, { actor: made.reviewer });
  expect(seen.body).toMatchObject({ state: 'in_review', recommendation: null });
  expect(seen.body.requirements.map((one: { check: unknown }) => one.check === null)).toEqual([true, false]);
});

test('M4 a case reads as `expired` after its 14-day correction window and refuses evidence', async () => {
  const provider = await makeProvider(service);
  const { id } = await caseOf(service, provider);
  const versions = [];
  for (const key of keys) versions.push(await submit(service, provider, id, key));
  await reject(versions[0] as Version);
  const { correctionDueAt: dueAt } = await caseOf(service, provider);
  service.advanceClock(14 * 86_400 - 1);
  expect((await caseOf(service, provider)).state).toBe('awaiting_correction');
  service.advanceClock(1);
  expect(await caseOf(service, provider)).toMatchObject({ state: 'expired', correctionDueAt: null });
  const computed = await entries(provider);
  expect(computed[0]).toMatchObject({ type: 'case_expired', occurredAt: dueAt });
  expect(await entriesInPages(provider)).toEqual(computed);
  expect(await changes(id)).toEqual(['in_review', 'awaiting_correction']);

  service.advanceClock(3600);
  await submit(service, provider, id, 'identity');
  expect(await refusals(id)).toHaveLength(1);
  expect(await changes(id)).toEqual(['in_review', 'awaiting_correction', 'expired']);
  expect((await timeline(provider)).slice(0, 2)).toEqual(['evidence_refused', 'case_expired']);
  expect((await entries(provider)).slice(1)).toEqual(computed);
});

test('M4 an expired case does not change when its evidence is rejected or its service removed', async () => {
  const provider = await makeProvider(service);
  const { id } = await caseOf(service, provider);
  const versions = [];
  for (const key of keys) versions.push(await submit(service, provider, id, key));
  await reject(versions[0] as Version);
  service.advanceClock(14 * 86_400);
  const before = await caseOf(service, provider);
  await reject(versions[1] as Version);
  expect(await caseOf(service, provider)).toEqual(before);
  const { providerId, selectionId, categoryKey } = provider;
  await service.deliver(serviceRemoved, { providerId, selectionId, categoryKey });
  expect((await changes(id)).at(-1)).toBe('expired');
  expect(await caseOf(service, provider)).toEqual(before);
});

test('Z3 refuses evidence that was uploaded by a reviewer of the case', async () => {
  const made = await makeAssigned(service);
  const versions = await service.db
    .selectFrom('evidence_version')
    .selectAll()
    .where('case_id', '=', made.caseId)
    .execute();
  const { id: evidenceVersionId = '', requirement_key: requirementKey = '' } = versions[0] ?? {};
  await reject({ ...made, evidenceVersionId, requirementKey });
  await submit(service, { ...made, owner: made.reviewer }, made.caseId, requirementKey);
  expect(await refusals(made.caseId)).toHaveLength(1);

  const inserted = service.db
    .insertInto('evidence_version')
    .values({
      id: randomUUID(),
      evidence_id: randomUUID(),
      case_id: made.caseId,
      requirement_key: requirementKey,
      document_kind: 'any',
      uploaded_by: made.reviewer.userId,
      confirmed_at: service.clock.now,
    })
    .execute();
  await expect(inserted).rejects.toMatchObject({ constraint: 'separation_of_duties' });
});

test('rejects a second delivery of the same confirmation', async () => {
  const provider = await makeProvider(service);
  const { id } = await caseOf(service, provider);
  const confirmed = await submit(service, provider, id, 'identity');
  await expect(service.deliver(evidenceConfirmed, confirmed)).rejects.toThrow(/evidence_version_pkey/);
});
