import { consentChanged } from '@trust/contracts/events/identity';
import { caseChanged, caseOpened } from '@trust/contracts/events/verification';
import { policies } from '@trust/contracts/policies';
import { person, representative } from '@trust/service-testing/actors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeActive, makeClaim, makeOwner, transition } from '../../../test/make.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider();
});
afterAll(() => service[Symbol.asyncDispose]());

const path = '/provider-workspace/me';

test('the workspace has the groups of the contract and no coordinates', async () => {
  const owner = await makeActive(service);
  const { status, body, headers } = await service.get(path, { actor: owner.actor });
  expect(status).toBe(200);
  expect(headers.get('etag')).toMatch(new RegExp(`^"r${body.provider.revision}[.][\\w-]+"$`));
  expect(body).toMatchObject({
    provider: { id: owner.id, publicProviderId: owner.publicId, state: 'active', publication: 'unpublished' },
    representative: { role: 'owner' },
    services: [
      {
        categoryKey: 'electrician',
        label: { en: 'Electrician', fr: 'Électricien' },
        status: 'active',
        requirementVersion: { number: 2 },
      },
    ],
    location: { privateBaseConfigured: false, publicPremisesConfigured: false, serviceAreaConfigured: true },
    availability: [],
    readiness: {
      activeServices: 1,
      openCases: 0,
      tasks: [
        { code: 'give_consent' },
        { code: 'declare_registered_name' },
        { code: 'name_responsible_person' },
        { code: 'set_availability', categoryKey: 'electrician' },
      ],
    },
    boundaries: {
      enquiries: { readOnly: true },
      reviewResponses: { readOnly: true },
      subscription: { readOnly: true },
    },
  });
});

test('a new owner has a workspace at once, with the first tasks', async () => {
  const { actor } = await makeOwner(service);
  const { body } = await service.get(path, { actor });
  expect(body.readiness.tasks).toEqual([
    { code: 'give_consent', policyKey: 'evidence-processing' },
    { code: 'complete_profile' },
    { code: 'select_service' },
    { code: 'set_location' },
  ]);
});

test('returns 404 without a workspace and 409 with several', async () => {
  expect(await service.get(path, { actor: person() })).toMatchObject({ status: 404 });
  const { actor } = await makeOwner(service);
  await service.post('/providers', {
    actor,
    headers: { 'idempotency-key': 'a second one' },
    body: { displayName: 'Second', kind: 'individual', operatingModel: 'remote' },
  });
  const answer = await service.get(path, { actor });
  expect(answer).toMatchObject({ status: 409, body: { type: 'http://trust.test/problems/ambiguous-assignment' } });
});

test('Z2 a write for a chosen provider that is closed changes no other provider of the person', async () => {
  const { actor, id: chosen } = await makeOwner(service);
  const body = { displayName: 'Second', kind: 'individual', operatingModel: 'remote' };
  const headers = { 'idempotency-key': 'the one that is left' };
  const { body: left } = await service.post('/providers', { actor, headers, body });
  const write = (choice: object) =>
    service.patch(`${path}/profile`, {
      actor: { ...actor, ...choice },
      body: { summary: 'Of the first one.' },
    });
  expect((await write({ workspaceProviderId: chosen })).status).toBe(200);
  expect((await transition(service, actor, chosen, 'close')).status).toBe(200);
  // The first two as long as the identity service has not received the event.
  const { assignments } = representative(chosen);
  for (const choice of [{ workspaceProviderId: chosen }, { assignments }, { hasEndedWorkspace: true }])
    expect(await write(choice)).toMatchObject({ status: 409, body: { type: expect.stringMatching(/ambiguous/) } });
  const { body: untouched } = await service.get(path, { actor });
  expect(untouched.provider).toMatchObject({ id: left.id, revision: left.revision });
});

test('cases and claims appear as counts and dated tasks', async () => {
  const { actor, id: providerId } = await makeActive(service);
  const opened = {
    caseId: crypto.randomUUID(),
    providerId,
    categoryKey: 'electrician',
    requirementVersionId: crypto.randomUUID(),
    requirementKeys: ['liability-insurance'],
    state: 'awaiting_evidence' as const,
    outcome: null,
    duties: [],
    recommenderId: null,
    dueAt: null,
    openedAt: '2026-01-05T09:00:00.000Z',
    occurredAt: '2026-01-05T09:00:00.000Z',
  };
  const corrected = {
    ...opened,
    state: 'awaiting_correction' as const,
    dueAt: '2026-01-19T09:00:00.000Z',
    occurredAt: '2026-01-05T10:00:00.000Z',
  };
  await service.deliver(caseOpened, opened);
  await service.deliver(caseChanged, corrected);
  await service.deliver(caseChanged, { ...opened, state: 'in_review', occurredAt: '2026-01-05T09:30:00.000Z' });
  await makeClaim(service, providerId, { validUntil: '2026-01-25T09:00:00.000Z' });

  const { body } = await service.get(path, { actor });
  expect(body.readiness).toMatchObject({ openCases: 1, casesAwaitingYou: 1, currentClaims: 1, claimsExpiringSoon: 1 });
  expect(body.readiness.tasks).toEqual([
    { code: 'give_consent', policyKey: 'evidence-processing' },
    { code: 'declare_registered_name' },
    { code: 'name_responsible_person' },
    { code: 'correct_evidence', categoryKey: 'electrician', caseId: opened.caseId, dueAt: corrected.dueAt },
    { code: 'renew_claim', categoryKey: 'electrician', dueAt: '2026-01-25T09:00:00.000Z' },
    { code: 'set_availability', categoryKey: 'electrician' },
  ]);
});

test('consent is a task until this person agrees to the current policy version', async () => {
  const { actor } = await makeActive(service);
  const tasks = async () => (await service.get(path, { actor })).body.readiness.tasks;
  const give = (personId: string, version: string, granted = true) =>
    service.deliver(consentChanged, {
      userId: personId,
      policyKey: 'evidence-processing',
      version,
      granted,
      occurredAt: service.clock.now.toISOString(),
    });
  const task = { code: 'give_consent', policyKey: 'evidence-processing' };
  await give(crypto.randomUUID(), policies['evidence-processing'].version);
  await give(actor.userId, '2020-01');
  expect((await tasks())[0]).toEqual(task);
  await give(actor.userId, policies['evidence-processing'].version);
  expect(await tasks()).not.toContainEqual(task);
  await give(actor.userId, policies['evidence-processing'].version, false);
  expect((await tasks())[0]).toEqual(task);
});
