import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { notificationRequested } from '@trust/contracts/events/any';
import { requirementVersionActivated } from '@trust/contracts/events/catalog';
import { providerChanged, serviceRemoved, serviceSelected } from '@trust/contracts/events/provider';
import { caseChanged, caseOpened } from '@trust/contracts/events/verification';
import { operator, representative } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  caseOf,
  check,
  decide,
  makeAssigned,
  makeProvider,
  makeRecommended,
  makeReviewable,
  type Provider,
  providerFacts,
} from '../../../test/make.ts';
import { makeVersion, requirement } from '../../../test/make-version.ts';
import { startVerification, type Verification } from '../../../test/service.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification({ connections: 10 });
});
afterAll(() => service[Symbol.asyncDispose]());

const openedFor = async (providerId: string) =>
  (await service.emitted(caseOpened)).filter((payload) => payload.providerId === providerId);
const activate = (providerId: string) => service.deliver(providerChanged, providerFacts(providerId, 'active'));

async function newProvider(): Promise<Provider> {
  const { categoryKey, requirementVersionId } = await makeVersion(service);
  const providerId = randomUUID();
  return {
    providerId,
    categoryKey,
    requirementVersionId,
    selectionId: randomUUID(),
    owner: representative(providerId),
  };
}
const select = ({ providerId, categoryKey, requirementVersionId, selectionId }: Provider) =>
  service.deliver(serviceSelected, { providerId, categoryKey, requirementVersionId, selectionId });

test('opens a case for each selection when the provider becomes active', async () => {
  const provider = await newProvider();
  await service.deliver(providerChanged, providerFacts(provider.providerId, 'draft'));
  await select(provider);
  expect(await openedFor(provider.providerId)).toEqual([]);
  await activate(provider.providerId);
  expect(await openedFor(provider.providerId)).toMatchObject([
    { categoryKey: provider.categoryKey, state: 'awaiting_evidence', requirementKeys: ['identity', 'licence'] },
  ]);
  const notified = await service.emitted(notificationRequested.verification);
  expect(notified.at(-1)).toMatchObject({ providerId: provider.providerId, template: 'case_opened' });
});

test('opens a case at once when an active provider selects a service', async () => {
  const provider = await newProvider();
  await activate(provider.providerId);
  await select(provider);
  expect(await openedFor(provider.providerId)).toHaveLength(1);
});

test('opens the case of a selection that arrived before its requirement version', async () => {
  const provider = { ...(await newProvider()), requirementVersionId: randomUUID() };
  await activate(provider.providerId);
  await select(provider);
  expect(await openedFor(provider.providerId)).toEqual([]);
  await service.deliver(requirementVersionActivated, {
    requirementVersionId: provider.requirementVersionId,
    categoryKey: provider.categoryKey,
    categoryLabel: { en: 'Plumber' },
    number: 2,
    policyVersion: '2026-11',
    requirements: [requirement('identity')],
    activatedAt: service.clock.now.toISOString(),
  });
  expect(await openedFor(provider.providerId)).toMatchObject([{ requirementKeys: ['identity'] }]);
});

test('shows the representative the case, with labels in both languages', async () => {
  const provider = await makeProvider(service);
  const answer = await service.get(`/providers/${provider.providerId}/verification-cases`, {
    actor: provider.owner,
  });
  expect(answer).toMatchObject({
    status: 200,
    body: {
      items: [
        {
          categoryKey: provider.categoryKey,
          state: 'awaiting_evidence',
          outcome: null,
          requirementVersion: { id: provider.requirementVersionId, number: 1 },
          requirements: [
            {
              key: 'identity',
              label: { en: 'The identity', fr: 'La pièce identity' },
              documentKinds: ['identity_document'],
              mediaTypes: ['application/pdf', 'image/jpeg'],
              maxSizeBytes: 5_000_000,
              status: 'missing',
            },
            { key: 'licence' },
          ],
          openedAt: service.clock.now.toISOString(),
        },
      ],
      nextCursor: null,
    },
  });
});

test('D2 cases of another provider return the same 404 as those of an unknown provider', async () => {
  const provider = await makeProvider(service);
  const stranger = representative(randomUUID());
  const foreign = await service.get(`/providers/${provider.providerId}/verification-cases`, { actor: stranger });
  const absent = await service.get(`/providers/${randomUUID()}/verification-cases`, { actor: stranger });
  expect(foreign.status).toBe(404);
  const comparableParts = ({ body: { requestId: _id, instance: _path, ...rest } }: typeof foreign) => rest;
  expect(comparableParts(foreign)).toEqual(comparableParts(absent));
});

test('D1 a representative reads an own case without operators, reasons and observations', async () => {
  const made = await makeAssigned(service);
  const written = {
    observations: 'observation-x7b1',
    limitations: ['limitation-x7b1'],
    reason: 'reason-x7b1 long enough',
  };
  expect((await check(service, made, { requirementKey: 'identity', ...written })).status).toBe(201);
  const path = `/verification-cases/${made.caseId}`;
  const own = await service.get(path, { actor: made.owner });
  expect(own).toMatchObject({ status: 200, body: { view: 'provider', id: made.caseId, state: 'in_review' } });
  const { actions, ...shown } = own.body;
  expect(shown).toEqual(await caseOf(service, made));
  expect(actions).toMatchObject([
    { key: 'withdraw_case', allowed: true },
    { key: 'appeal', allowed: false },
  ]);
  const text = JSON.stringify(shown);
  for (const word of ['x7b1', made.reviewer.userId, 'assign', 'check', 'recommendation', 'reason'])
    expect(text).not.toContain(word);
  expect(await service.get(path, { actor: made.reviewer })).toMatchObject({
    body: { view: 'operator', requirements: [{ check: { observations: 'observation-x7b1' } }, { check: null }] },
  });
});

test('D2 the case of another provider returns the same 404 as an unknown case', async () => {
  const { caseId, providerId } = await makeReviewable(service);
  const stranger = representative(randomUUID());
  const read = async (id: string, actor: Actor) => {
    const { status, body } = await service.get(`/verification-cases/${id}`, { actor });
    return { status, body: { ...body, requestId: '', instance: '' } };
  };
  expect((await read(caseId, stranger)).status).toBe(404);
  expect(await read(caseId, stranger)).toEqual(await read(randomUUID(), stranger));
  // An operator who represents the provider gets the provider's view.
  const both = representative(providerId, 'owner', { permissions: operator('triage').permissions });
  expect(await read(caseId, both)).toMatchObject({ status: 200, body: { view: 'provider' } });
});

test('lists cases in pages, newest first', async () => {
  const provider = await makeProvider(service);
  for (let round = 0; round < 2; round++) {
    service.advanceClock(1);
    const { categoryKey, requirementVersionId } = await makeVersion(service);
    await select({ ...provider, categoryKey, requirementVersionId, selectionId: randomUUID() });
  }
  const path = `/providers/${provider.providerId}/verification-cases?limit=2`;
  const first = await service.get(path, { actor: provider.owner });
  const second = await service.get(`${path}&cursor=${first.body.nextCursor}`, { actor: provider.owner });
  const opened = [...first.body.items, ...second.body.items].map(({ openedAt }) => openedAt);
  expect(opened).toHaveLength(3);
  expect(opened).toEqual([...opened].sort().reverse());
  expect(second.body.nextCursor).toBeNull();
});

test('M3 16 concurrent deliveries and two later ones open one case', async () => {
  const provider = await newProvider();
  await activate(provider.providerId);
  await Promise.all(Array.from({ length: 16 }, (_, i) => (i % 2 ? activate(provider.providerId) : select(provider))));
  await select(provider);
  await activate(provider.providerId);
  expect(await openedFor(provider.providerId)).toHaveLength(1);
});

test('M3 the database rejects a second open case of a provider and category', async () => {
  const provider = await makeProvider(service);
  const insert = service.db
    .insertInto('verification_case')
    .values({
      id: randomUUID(),
      provider_id: provider.providerId,
      category_key: provider.categoryKey,
      selection_id: provider.selectionId,
      requirement_version_id: provider.requirementVersionId,
      kind: 'initial',
      opened_at: service.clock.now,
    })
    .execute();
  await expect(insert).rejects.toThrow(/one_open_case/);
});

test('removing a service withdraws its open case, and selecting it again opens a new one', async () => {
  const provider = await makeProvider(service);
  const { id } = await caseOf(service, provider);
  const { providerId, categoryKey, selectionId } = provider;
  await service.deliver(serviceRemoved, { providerId, selectionId, categoryKey });
  expect(await caseOf(service, provider)).toMatchObject({ id, state: 'withdrawn' });

  await select({ ...provider, selectionId: randomUUID() });
  const reopened = await caseOf(service, provider);
  expect(reopened.state).toBe('awaiting_evidence');
  expect(reopened.id).not.toBe(id);
});

test('a recommended case of a removed or replaced service awaits a decision; closing the provider ends it', async () => {
  const removed = await makeRecommended(service);
  const { providerId, categoryKey, selectionId } = removed;
  await service.deliver(serviceRemoved, { providerId, selectionId, categoryKey });
  await select({ ...removed, selectionId: randomUUID() });
  expect(await caseOf(service, removed)).toMatchObject({ id: removed.caseId, state: 'recommended' });
  const notVerified = { outcome: 'not_verified', claims: [] };
  expect(await decide(service, removed.caseId, notVerified)).toMatchObject({ status: 201 });
  // A second selection is no way around the wait after `not_verified`.
  await activate(providerId);
  expect(await caseOf(service, removed)).toMatchObject({ id: removed.caseId, state: 'decided' });

  const closed = await makeRecommended(service);
  await service.deliver(providerChanged, providerFacts(closed.providerId, 'closed'));
  expect(await caseOf(service, closed)).toMatchObject({ id: closed.caseId, state: 'withdrawn' });
});

test('selecting a newer requirement version withdraws the case of the older version', async () => {
  const provider = await makeProvider(service);
  const newer = await makeVersion(service, { categoryKey: provider.categoryKey, number: 2 });
  await select({ ...provider, selectionId: randomUUID(), requirementVersionId: newer.requirementVersionId });
  const changes = (await service.emitted(caseChanged)).filter(({ providerId }) => providerId === provider.providerId);
  expect(changes).toMatchObject([{ state: 'withdrawn', requirementVersionId: provider.requirementVersionId }]);
  expect(await caseOf(service, provider)).toMatchObject({
    state: 'awaiting_evidence',
    requirementVersion: { number: 2 },
  });
});

test('opens no case for a selection of an outdated requirement version', async () => {
  const provider = await newProvider();
  await activate(provider.providerId);
  await makeVersion(service, { categoryKey: provider.categoryKey, number: 2 });
  await select(provider);
  expect(await openedFor(provider.providerId)).toEqual([]);
});

test('withdraws open cases when the provider is closed', async () => {
  const provider = await makeProvider(service);
  await service.deliver(providerChanged, providerFacts(provider.providerId, 'closed'));
  expect(await caseOf(service, provider)).toMatchObject({ state: 'withdrawn' });
});
