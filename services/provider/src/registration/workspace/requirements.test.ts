import {
  evidenceAvailable,
  evidenceConfirmed,
  evidenceLost,
  evidenceRejected,
  evidenceWithdrawn,
} from '@trust/contracts/events/evidence';
import { caseChanged, caseOpened, evidenceRefused } from '@trust/contracts/events/verification';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeActive, makeClaim, makeOwner, type Owner } from '../../../test/make.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider();
});
afterAll(() => service[Symbol.asyncDispose]());

const keys = ['trade-qualification', 'liability-insurance', 'business-registration'];

type Due = { code: string; requirement: { key: string }; dueAt: string | null };

async function listed({ actor }: Owner): Promise<string[]> {
  const { readiness } = (await service.get('/provider-workspace/me', { actor })).body;
  return ['currentlyDue', 'eventuallyDue', 'pastDue', 'pendingVerification'].flatMap((list) =>
    readiness[list].map(({ code, requirement, dueAt }: Due) =>
      [`${list}:`, code, requirement.key, dueAt?.slice(0, 10)].filter(Boolean).join(' '),
    ),
  );
}

const boundTo = async ({ actor }: Owner) =>
  (await service.get('/provider-workspace/me', { actor })).body.services[0].requirementVersion.id as string;

async function makeCase(owner: Owner) {
  const caseId = crypto.randomUUID();
  const requirementVersionId = await boundTo(owner);
  const now = () => {
    service.advanceClock(1);
    return service.clock.now.toISOString();
  };
  const facts = {
    caseId,
    providerId: owner.id,
    categoryKey: 'electrician',
    requirementVersionId,
    requirementKeys: keys,
    outcome: null,
    duties: [],
    recommenderId: null,
    openedAt: now(),
  };
  await service.deliver(caseOpened, { ...facts, state: 'awaiting_evidence', dueAt: null, occurredAt: now() });
  const evidence = (requirementKey: string, evidenceVersionId: string = crypto.randomUUID()) => ({
    evidenceVersionId,
    caseId,
    providerId: owner.id,
    requirementKey,
  });
  return {
    change: (
      state: 'in_review' | 'awaiting_correction' | 'decided' | 'expired',
      dueAt: string | null = null,
      awaited?: string[],
    ) =>
      service.deliver(caseChanged, {
        ...facts,
        state,
        ...(awaited && { awaitedKeys: awaited }),
        dueAt,
        occurredAt: now(),
      }),
    tell: evidence,
    async confirm(requirementKey: string, version = evidence(requirementKey), confirmedAt = now()) {
      const unseen = { evidenceId: crypto.randomUUID(), intentId: crypto.randomUUID(), documentKind: 'any' };
      await service.deliver(evidenceConfirmed, {
        ...version,
        ...unseen,
        uploaderId: owner.actor.userId,
        confirmedAt,
      });
      return version;
    },
    scan: (version: ReturnType<typeof evidence>) =>
      service.deliver(evidenceAvailable, { ...version, occurredAt: now() }),
    reject: (version: ReturnType<typeof evidence>) =>
      service.deliver(evidenceRejected, { ...version, reason: 'malware', occurredAt: now() }),
    withdraw: (version: ReturnType<typeof evidence>) =>
      service.deliver(evidenceWithdrawn, { ...version, evidenceId: crypto.randomUUID(), occurredAt: now() }),
    lose: (version: ReturnType<typeof evidence>) =>
      service.deliver(evidenceLost, { ...version, evidenceId: crypto.randomUUID(), occurredAt: now() }),
    refuse: (version: ReturnType<typeof evidence>) =>
      service.deliver(evidenceRefused, {
        ...version,
        reason: 'case_moved_on',
        intentId: crypto.randomUUID(),
        occurredAt: now(),
      }),
  };
}

test('lists the missing parts of a draft', async () => {
  const { actor } = await makeOwner(service);
  const { body } = await service.get('/provider-workspace/me', { actor });
  expect(body.readiness.currentlyDue).toEqual([
    {
      code: 'profile_missing',
      categoryKey: null,
      requirement: { key: 'profile', label: { en: 'A summary of what you do', fr: 'Un résumé de votre activité' } },
      dueAt: null,
    },
    {
      code: 'service_missing',
      categoryKey: null,
      requirement: { key: 'service', label: { en: 'At least one service', fr: 'Au moins un service' } },
      dueAt: null,
    },
    expect.objectContaining({ code: 'location_missing', requirement: expect.objectContaining({ key: 'location' }) }),
  ]);
});

test('a requirement goes from expected to due, pending, verified and overdue', async () => {
  const owner = await makeActive(service);
  expect(await listed(owner)).toEqual(keys.map((key) => `eventuallyDue: evidence_expected ${key}`));
  const its = await makeCase(owner);
  expect(await listed(owner)).toEqual(keys.map((key) => `currentlyDue: evidence_missing ${key}`));

  const [first, second, third] = [await its.confirm(keys[0] as string), await its.confirm(keys[1] as string), keys[2]];
  await its.scan(first);
  await its.reject(second);
  expect(await listed(owner)).toEqual([
    `currentlyDue: evidence_rejected ${keys[1]}`,
    `currentlyDue: evidence_missing ${third}`,
    `pendingVerification: review_pending ${keys[0]}`,
  ]);
  const late = { ...second, evidenceVersionId: crypto.randomUUID() };
  await its.refuse(late);
  await its.scan(late);
  expect((await listed(owner))[0]).toBe(`currentlyDue: evidence_rejected ${keys[1]}`);

  await its.confirm(keys[1] as string);
  await its.confirm(keys[2] as string);
  await its.change('in_review');
  expect(await listed(owner)).toEqual([
    `pendingVerification: review_pending ${keys[0]}`,
    ...[1, 2].map((index) => `pendingVerification: scan_pending ${keys[index]}`),
  ]);

  await its.change('decided');
  await makeClaim(service, owner.id, { requirementKey: keys[1] as string, validUntil: '2026-02-04T09:00:00.000Z' });
  await makeClaim(service, owner.id, { requirementKey: keys[2] as string, validUntil: '2026-12-05T09:00:00.000Z' });
  expect(await listed(owner)).toEqual([
    `currentlyDue: renewal_due ${keys[1]} 2026-02-04`,
    `currentlyDue: not_verified ${keys[0]}`,
    `eventuallyDue: renewal_due ${keys[2]} 2026-12-05`,
  ]);
});

test('withdrawn or lost evidence is missing, whatever events come before or after', async () => {
  const owner = await makeActive(service);
  const its = await makeCase(owner);
  const [first, second, third] = keys as [string, string, string];
  const versions = [await its.confirm(first), await its.confirm(second)] as const;
  const missing = [first, third].map((key) => `currentlyDue: evidence_missing ${key}`);
  for (const version of versions) await its.scan(version);
  await its.lose(await its.confirm(first));
  expect((await listed(owner)).slice(0, 2)).toEqual(missing);

  const early = its.tell(third);
  await its.withdraw(early);
  await its.confirm(third, early);
  await its.scan(early);
  await its.withdraw(early);
  expect((await listed(owner)).slice(0, 2)).toEqual(missing);

  for (const key of [first, third]) await its.confirm(key);
  expect(await listed(owner)).toEqual([
    `pendingVerification: scan_pending ${first}`,
    `pendingVerification: review_pending ${second}`,
    `pendingVerification: scan_pending ${third}`,
  ]);
});

test('withdrawing a replaced version keeps the newer one, in any order of events', async () => {
  const owner = await makeActive(service);
  const its = await makeCase(owner);
  const [key] = keys as [string];
  const [before, newer] = [its.tell(key), its.tell(key)];
  const confirmedAt = service.clock.now.toISOString();
  await its.confirm(key, newer);
  await its.withdraw(before);
  await its.confirm(key, before, confirmedAt);
  expect(await listed(owner)).toContain(`pendingVerification: scan_pending ${key}`);
});

test('a correction after a withdrawal names the withdrawn requirement only', async () => {
  const owner = await makeActive(service);
  const its = await makeCase(owner);
  const versions = [];
  for (const key of keys) versions.push(await its.confirm(key));
  for (const version of versions) await its.scan(version);
  await its.change('in_review');
  await its.withdraw(versions[1] as (typeof versions)[number]);
  expect(await listed(owner)).toContain(`currentlyDue: evidence_missing ${keys[1]}`);
  const dueAt = new Date(service.clock.now.getTime() + 14 * 86_400_000).toISOString();
  await its.change('awaiting_correction', dueAt);
  expect(await listed(owner)).toEqual([
    `currentlyDue: evidence_missing ${keys[1]} ${dueAt.slice(0, 10)}`,
    ...[0, 2].map((index) => `pendingVerification: review_pending ${keys[index]}`),
  ]);
});

test('a document is due for renewal at the end of its own validity, before its claim ends', async () => {
  const owner = await makeActive(service);
  const its = await makeCase(owner);
  const [key] = keys as [string];
  await its.scan(await its.confirm(key));
  const tooOldOn = new Date(service.clock.now.getTime() + 365 * 86_400_000).toISOString().slice(0, 10);
  service.advanceClock(9 * 86_400);
  await its.change('decided');
  const validUntil = new Date(service.clock.now.getTime() + 365 * 86_400_000).toISOString();
  await makeClaim(service, owner.id, { requirementKey: key, validUntil });
  expect(await listed(owner)).toContain(`eventuallyDue: renewal_due ${key} ${tooOldOn}`);
});

test('M4 a missed correction reads as overdue and its case as closed', async () => {
  const owner = await makeActive(service);
  const its = await makeCase(owner);
  for (const key of keys) await its.confirm(key);
  await its.change('in_review');
  await its.reject(await its.confirm(keys[0] as string));
  const dueAt = new Date(service.clock.now.getTime() + 14 * 86_400_000).toISOString();
  await its.change('awaiting_correction', dueAt);
  const day = dueAt.slice(0, 10);
  expect(await listed(owner)).toContain(`currentlyDue: evidence_rejected ${keys[0]} ${day}`);
  service.advanceClock(14 * 86_400);
  const overdue = keys.map((key) => `pastDue: correction_overdue ${key} ${day}`);
  expect(await listed(owner)).toEqual(overdue);
  const { readiness } = (await service.get('/provider-workspace/me', { actor: owner.actor })).body;
  expect(readiness).toMatchObject({ openCases: 0, casesAwaitingYou: 0 });
  expect(readiness.tasks.map(({ code }: { code: string }) => code)).not.toContain('correct_evidence');
  await its.change('expired');
  expect(await listed(owner)).toEqual(overdue);
});

test('C3 the workspace’s ETag changes with its content and works as If-Match of the profile', async () => {
  const owner = await makeActive(service);
  const { actor } = owner;
  const read = (etag?: string) =>
    service.get('/provider-workspace/me', { actor, ...(etag && { headers: { 'if-none-match': etag } }) });
  const etag = (await read()).headers.get('etag') ?? '';
  expect((await read(etag)).status).toBe(304);
  await makeCase(owner);
  expect((await read(etag)).status).toBe(200);
  const edit = (ifMatch: string) =>
    service.patch('/provider-workspace/me/profile', {
      actor,
      headers: { 'if-match': ifMatch },
      body: { summary: 'Anew.' },
    });
  expect(await edit(etag)).toMatchObject({ status: 200 });
  expect(await edit(etag)).toMatchObject({ status: 409, body: { current: { summary: 'Anew.' } } });
});

test('a correction is the first dated task, with its deadline and the requirements that it asks for', async () => {
  const owner = await makeActive(service);
  const its = await makeCase(owner);
  for (const key of keys) await its.scan(await its.confirm(key));
  await its.change('in_review');
  const dueAt = new Date(service.clock.now.getTime() + 14 * 86_400_000).toISOString();
  await its.change('awaiting_correction', dueAt, keys.slice(0, 2));
  const correcting = async () =>
    (await service.get('/provider-workspace/me', { actor: owner.actor })).body.readiness.tasks.find(
      ({ code }: { code: string }) => code === 'correct_evidence',
    );
  expect(await correcting()).toMatchObject({ categoryKey: 'electrician', dueAt, requirementKeys: keys.slice(0, 2) });
  const day = dueAt.slice(0, 10);
  expect(await listed(owner)).toEqual([
    ...[0, 1].map((index) => `currentlyDue: correction_requested ${keys[index]} ${day}`),
    `pendingVerification: review_pending ${keys[2]}`,
  ]);
  await its.scan(await its.confirm(keys[0] as string));
  await its.change('awaiting_correction', dueAt, [keys[1] as string]);
  expect(await correcting()).toMatchObject({ dueAt, requirementKeys: [keys[1]] });
  expect(await listed(owner)).toEqual([
    `currentlyDue: correction_requested ${keys[1]} ${day}`,
    ...[0, 2].map((index) => `pendingVerification: review_pending ${keys[index]}`),
  ]);
  service.advanceClock(14 * 86_400);
  expect(await correcting()).toBeUndefined();
});
