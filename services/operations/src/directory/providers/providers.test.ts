import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import {
  evidenceAvailable,
  evidenceConfirmed,
  evidenceSnapshot,
  uploadIntentChanged,
} from '@trust/contracts/events/evidence';
import { providerChanged, serviceRemoved, serviceSelected, serviceSnapshot } from '@trust/contracts/events/provider';
import { evidenceRefused } from '@trust/contracts/events/verification';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeCase, makeCase, makeLabels } from '../../../test/make.ts';
import { makeClaim } from '../../../test/make-claim.ts';
import { type Operations, startOperations } from '../../../test/service.ts';
import { pageOfProviders } from './queries.ts';

let operations: Operations;
let triage: Actor;
beforeAll(async () => {
  operations = await startOperations();
  triage = operations.operator('triage');
});
afterAll(() => operations[Symbol.asyncDispose]());

const day = 86_400;
const get = (path: string, actor = triage) => operations.get(`/operations/${path}`, { actor });

async function makeProvider(displayName: string, changes: object = {}) {
  const provider = {
    providerId: randomUUID(),
    publicProviderId: randomUUID().replaceAll('-', '').slice(0, 16),
    displayName,
    state: 'active' as const,
    publication: 'unpublished' as const,
    hasProfile: true,
    location: { privateBaseConfigured: true, publicPremisesConfigured: false, serviceAreaConfigured: true },
    ...changes,
  };
  await operations.deliver(providerChanged, provider);
  return provider;
}

async function select(providerId: string, categoryKey: string) {
  const selection = { providerId, selectionId: randomUUID(), categoryKey, requirementVersionId: randomUUID() };
  await operations.deliver(serviceSelected, selection);
  return selection;
}

/** Evidence and uploads of a case, in several states. */
async function upload(providerId: string, caseId: string) {
  const at = operations.clock.now.toISOString();
  const version = () => ({
    ...{ evidenceVersionId: randomUUID(), caseId, providerId, requirementKey: 'identity', occurredAt: at },
    ...{ evidenceId: randomUUID(), intentId: randomUUID(), documentKind: 'passport' },
    ...{ uploaderId: randomUUID(), confirmedAt: at },
  });
  const [scanned, refused] = [version(), version()];
  const { occurredAt: _at, ...confirmed } = scanned;
  await operations.deliver(evidenceConfirmed, confirmed);
  const {
    evidenceId: _evidence,
    intentId,
    documentKind: _kind,
    uploaderId: _uploader,
    confirmedAt: _,
    ...facts
  } = scanned;
  await operations.deliver(evidenceAvailable, facts);
  const { evidenceId, documentKind, uploaderId, confirmedAt, ...late } = refused;
  await operations.deliver(evidenceRefused, { ...late, reason: 'case_moved_on' });
  await operations.deliver(evidenceSnapshot, { ...refused, state: 'available' });
  const intent = { providerId, caseId, requirementKey: 'identity' };
  for (const state of ['open', 'uploading', 'submitted'] as const)
    await operations.deliver(uploadIntentChanged, { ...intent, intentId, state });
  await operations.deliver(uploadIntentChanged, { ...intent, intentId: randomUUID(), state: 'open' });
  return [scanned, refused].flatMap((one) => [one.evidenceVersionId, one.evidenceId, one.intentId, one.uploaderId]);
}

test('D1 detail and workspace show flags and counts, and no id of a case, claim, document or person', async () => {
  const { providerId, publicProviderId } = await makeProvider('Électricité Martin');
  await select(providerId, 'electrician');
  const reviewerId = randomUUID();
  const duties = [{ duty: 'review' as const, assigneeId: reviewerId }];
  const opened = await makeCase(operations, { providerId, duties });
  await makeLabels(operations, { ...opened, providerId: randomUUID() });
  const lapsesAt = new Date(operations.clock.now.getTime() + day * 1000).toISOString();
  const lapsed = await makeCase(operations, { providerId, state: 'awaiting_correction', dueAt: lapsesAt });
  const hidden = [reviewerId, opened.caseId, lapsed.caseId, ...(await upload(providerId, opened.caseId))];
  for (const [state, days] of [
    ['active', 200],
    ['active', 20],
    ['active', 1],
    ['suspended', 200],
  ] as const)
    hidden.push((await makeClaim(operations, { providerId, caseId: opened.caseId, state, days })).claimId);
  operations.advanceClock(day);

  const workspace = {
    displayName: 'Électricité Martin',
    state: 'active',
    publication: 'unpublished',
    readiness: {
      status: 'complete',
      missing: [],
      activeServices: 1,
      openCases: 1,
      casesAwaitingProvider: 0,
      currentClaims: 2,
      claimsExpiringSoon: 1,
    },
    location: { privateBaseConfigured: true, publicPremisesConfigured: false, serviceAreaConfigured: true },
    cases: [
      { state: 'expired', count: 1 },
      { state: 'in_review', count: 1 },
    ],
    claims: [
      { status: 'active', count: 1 },
      { status: 'expired', count: 1 },
      { status: 'expiring', count: 1 },
      { status: 'suspended', count: 1 },
    ],
    evidence: [
      { state: 'available', count: 1 },
      { state: 'refused', count: 1 },
    ],
    uploads: [
      { state: 'open', count: 1 },
      { state: 'submitted', count: 1 },
    ],
  };
  const { body: list } = await get('provider-workspaces?q=martin');
  expect(list.items).toEqual([{ providerId, ...workspace }]);
  const { body: detail } = await get(`providers/${providerId}`);
  expect(detail).toEqual({
    ...{ id: providerId, publicProviderId, possibleDuplicate: false, ...workspace },
    categories: [{ key: 'electrician', label: { en: 'electrician', fr: 'electrician' } }],
  });
  const texts = [list, detail, (await get('providers?q=martin')).body].map((body) => JSON.stringify(body));
  for (const id of hidden) for (const text of texts) expect(text).not.toContain(id);
});

test('filters by words of the name, state, publication, readiness, open case and category, newest first', async () => {
  const [bare, full, suspended] = [
    await makeProvider('Atelier du Chêne', { hasProfile: false, state: 'draft' }),
    await makeProvider('SARL Chêne-Vert', { publication: 'published' }),
    await makeProvider('Toiture Chene', { state: 'suspended', publication: 'withheld' }),
  ];
  await select(full.providerId, 'plumber');
  const roofer = await select(suspended.providerId, 'roofer');
  await select(suspended.providerId, 'plumber');
  const made = await makeCase(operations, { providerId: full.providerId, state: 'awaiting_evidence' });
  const found = async (query: string) => {
    const [{ body: providers }, { body: workspaces }] = [
      await get(`providers?q=chene&${query}`),
      await get(`provider-workspaces?q=CH%C3%8ANE&${query}`),
    ];
    const ids = providers.items.map(({ id }: { id: string }) => id);
    expect(workspaces.items.map(({ providerId }: { providerId: string }) => providerId)).toEqual(ids);
    return ids.sort();
  };
  const ids = (...some: { providerId: string }[]) => some.map(({ providerId }) => providerId).sort();
  expect(await found('')).toEqual(ids(bare, full, suspended));
  expect(await found('state=draft')).toEqual(ids(bare));
  expect(await found('publication=withheld')).toEqual(ids(suspended));
  expect(await found('readiness=incomplete')).toEqual(ids(bare));
  expect(await found('categoryKey=plumber')).toEqual(ids(full, suspended));
  expect(await found('caseState=awaiting_evidence')).toEqual(ids(full));
  expect((await get('providers?q=hene')).body.items).toEqual([]);
  expect((await get('providers?q=--')).body.items).toEqual([]);

  await changeCase(operations, made, { state: 'in_review' });
  const { requirementVersionId: _, ...removed } = roofer;
  await operations.deliver(serviceRemoved, removed);
  expect(await found('categoryKey=roofer')).toEqual([]);
  expect(await found('caseState=awaiting_evidence')).toEqual([]);
  await operations.deliver(serviceSnapshot, { ...roofer, state: 'active' });
  expect(await found('categoryKey=roofer')).toEqual(ids(suspended));

  const first = await get('providers?q=chene&limit=2');
  const rest = await get(`providers?q=chene&limit=2&cursor=${first.body.nextCursor}`);
  const paged = [...first.body.items, ...rest.body.items].map(({ id }) => id);
  expect(paged).toEqual(ids(bare, full, suspended).reverse());
  expect((await get(`provider-workspaces?q=chene&limit=2&cursor=${first.body.nextCursor}`)).status).toBe(400);
});

test('D2 a provider that the operator represents is neither listed nor readable', async () => {
  const { providerId } = await makeProvider('Verrerie Noire');
  const own = { ...triage, assignments: [{ assignmentId: randomUUID(), providerId, role: 'owner' as const }] };
  expect((await get('providers?q=verrerie', own)).body.items).toEqual([]);
  expect((await get('provider-workspaces?q=verrerie', own)).body.items).toEqual([]);
  const { requestId: _, instance: __, ...absent } = (await get(`providers/${randomUUID()}`)).body;
  expect((await get(`providers/${providerId}`, own)).body).toMatchObject(absent);
});

test('every filter of providers uses an index among 20,000 providers', async () => {
  await sql`
    insert into provider_label (provider_id, public_provider_id, display_name, search_words, state, publication, active_services, service_area_configured)
    select gen_random_uuid(), 'x' || n, 'n', 'name' || n, case when n % 1000 = 0 then 'suspended' else 'active' end,
      case when n % 1000 = 0 then 'withheld' else 'published' end, n % 1000, true from generate_series(1, 20000) n`.execute(
    operations.db,
  );
  await sql`analyze provider_label`.execute(operations.db);
  const none = {
    ...{ words: undefined, state: undefined, publication: undefined, isComplete: undefined, caseState: undefined },
    ...{ categoryKey: undefined, publicProviderId: undefined, ownProviders: [], asOf: operations.clock.now },
  };
  const filters: [object, string, [string]?][] = [
    [{}, 'provider_label_pkey'],
    [{}, 'provider_label_pkey', [randomUUID()]],
    [{ words: 'name777:*' }, 'provider_label_words'],
    [{ state: 'suspended' }, 'provider_label_of_state'],
    [{ publication: 'withheld' }, 'provider_label_of_publication'],
    [{ isComplete: false }, 'provider_label_of_completeness'],
    [{ caseState: 'in_review' }, 'triage_case'],
    [{ categoryKey: 'roofer' }, 'provider_service_of_category'],
    [{ publicProviderId: 'x777' }, 'provider_label_by_public_id'],
  ];
  for (const [filter, index, after] of filters) {
    const page = pageOfProviders({ ...none, ...filter }, { after, limit: 26 });
    const { rows } = await sql<Record<string, string>>`explain ${page}`.execute(operations.db);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan, JSON.stringify(filter)).toContain(index);
    expect(plan, JSON.stringify(filter)).not.toContain('Seq Scan on provider_label');
  }
});
