import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { evidenceAvailable, evidenceLost } from '@trust/contracts/events/evidence';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeCase, makeCase, makeLabels } from '../../../test/make.ts';
import { makeClaim } from '../../../test/make-claim.ts';
import { type Operations, startOperations } from '../../../test/service.ts';
import { pageOfExpiries } from './queries.ts';

let operations: Operations;
let supervisor: Actor;
beforeAll(async () => {
  operations = await startOperations();
  supervisor = operations.operator('supervisor');
});
afterAll(() => operations[Symbol.asyncDispose]());

const day = 86_400;
const list = (query = '', actor = supervisor) => operations.get(`/operations/expiries?${query}`, { actor });
const idsOf = async (query: string): Promise<string[]> =>
  (await list(query)).body.items.map(({ claimId }: { claimId: string }) => claimId);

test('M4 lists claims that end within a window, with their status and renewal computed when read', async () => {
  const granted = await makeCase(operations, { state: 'decided' });
  await makeLabels(operations, granted);
  const { providerId, caseId } = granted;
  const claim = await makeClaim(operations, { providerId, caseId, days: 61 });
  const entry = async (query = '') =>
    (await list(query)).body.items.find((one: { claimId: string }) => one.claimId === claim.claimId);
  expect(await entry()).toBeUndefined();
  expect(await entry('withinDays=90')).toEqual({
    ...{ claimId: claim.claimId, type: 'identity_checked', status: 'active', daysLeft: 61, providerId },
    validUntil: claim.validUntil,
    provider: { displayName: 'Volt & Fils' },
    category: { key: 'electrician', label: { en: 'Electrician', fr: 'Électricien' } },
    requirement: { key: 'identity', label: { en: 'Proof of identity', fr: "Preuve d'identité" } },
    evidence: null,
    renewal: { status: 'not_due', openedAt: null, evidence: null },
  });
  operations.advanceClock(day);
  expect(await entry()).toMatchObject({ status: 'active', daysLeft: 60, renewal: { status: 'due' } });
  const renewing = await makeCase(operations, { providerId, kind: 'renewal', state: 'awaiting_evidence' });
  const openedAt = renewing.openedAt;
  expect(await entry()).toMatchObject({ renewal: { status: 'awaiting_provider', openedAt } });
  await changeCase(operations, renewing, { state: 'in_review' });
  operations.advanceClock(30 * day);
  expect(await entry()).toMatchObject({ status: 'expiring', renewal: { status: 'in_progress', openedAt } });
  operations.advanceClock(30 * day);
  expect(await entry()).toMatchObject({ status: 'expired', daysLeft: 0 });
  await changeCase(operations, renewing, { state: 'withdrawn' });
  expect(await entry()).toMatchObject({ renewal: { status: 'due', openedAt: null } });
  operations.advanceClock(90 * day);
  expect(await entry('withinDays=365')).toBeUndefined();
});

test('filters by window, category, status and renewal, and pages in the order of the end', async () => {
  const of = (days: number, changes = {}) => makeClaim(operations, { categoryKey: 'roofer', days, ...changes });
  const [early, soon, ending, suspended] = [
    await of(100),
    await of(50),
    await of(20),
    await of(10, { state: 'suspended' }),
  ];
  await of(5, { state: 'revoked' });
  await of(5, { state: 'superseded' });
  const kind = 'renewal' as const;
  await makeCase(operations, { kind, categoryKey: 'roofer', providerId: soon.providerId, state: 'awaiting_evidence' });
  await makeCase(operations, { kind, categoryKey: 'roofer', providerId: ending.providerId });
  // A case of another category renews nothing here.
  await makeCase(operations, { kind, categoryKey: 'mason', providerId: suspended.providerId });
  const ids = (...claims: { claimId: string }[]) => claims.map(({ claimId }) => claimId);
  const roofer = 'categoryKey=roofer&withinDays=365';
  expect(await idsOf(roofer)).toEqual(ids(suspended, ending, soon, early));
  expect(await idsOf('categoryKey=roofer&withinDays=30')).toEqual(ids(suspended, ending));
  expect(await idsOf(`${roofer}&status=suspended`)).toEqual(ids(suspended));
  expect(await idsOf(`${roofer}&status=expiring`)).toEqual(ids(ending));
  expect(await idsOf(`${roofer}&status=active`)).toEqual(ids(soon, early));
  expect(await idsOf(`${roofer}&status=expired`)).toEqual([]);
  expect(await idsOf(`${roofer}&renewal=not_due`)).toEqual(ids(early));
  expect(await idsOf(`${roofer}&renewal=due`)).toEqual(ids(suspended));
  expect(await idsOf(`${roofer}&renewal=awaiting_provider`)).toEqual(ids(soon));
  expect(await idsOf(`${roofer}&renewal=in_progress`)).toEqual(ids(ending));
  const first = await list(`${roofer}&limit=3`);
  const rest = await list(`${roofer}&limit=3&cursor=${first.body.nextCursor}`);
  expect([...first.body.items, ...rest.body.items].map(({ claimId }) => claimId)).toEqual(
    ids(suspended, ending, soon, early),
  );
  expect(rest.body.nextCursor).toBeNull();
});

test('lists the document of a claim with its state, and the newest one given for the renewal', async () => {
  const made = await makeClaim(operations, { categoryKey: 'plumber', days: 20 });
  const { providerId, caseId, evidenceVersionId } = made;
  const renewing = await makeCase(operations, { providerId, kind: 'renewal', categoryKey: 'plumber' });
  const version = (id: string, ofCase: string) => ({
    ...{ evidenceVersionId: id, caseId: ofCase, providerId, requirementKey: 'identity' },
    occurredAt: operations.clock.now.toISOString(),
  });
  const shown = async (query = '') =>
    (await list(`categoryKey=plumber${query}`)).body.items.map(
      (one: { evidence: string; renewal: { evidence: string } }) => [one.evidence, one.renewal.evidence],
    );
  await operations.deliver(evidenceAvailable, version(evidenceVersionId, caseId));
  expect(await shown()).toEqual([['available', null]]);
  const newest = randomUUID();
  await operations.deliver(evidenceAvailable, version(randomUUID(), renewing.caseId));
  expect(await shown()).toEqual([['available', 'available']]);
  operations.advanceClock(60);
  await operations.deliver(evidenceLost, { ...version(newest, renewing.caseId), evidenceId: randomUUID() });
  await operations.deliver(evidenceLost, { ...version(evidenceVersionId, caseId), evidenceId: randomUUID() });
  expect(await shown()).toEqual([['lost', 'lost']]);
  expect(await shown('&evidence=lost')).toHaveLength(1);
  expect(await shown('&evidence=available')).toEqual([]);
});

test('D2 leaves out claims of an own provider, and returns 403 without the permission', async () => {
  const { providerId } = await makeClaim(operations, { categoryKey: 'glazier', days: 10 });
  expect(await idsOf('categoryKey=glazier')).toHaveLength(1);
  const assignments = [{ assignmentId: randomUUID(), providerId, role: 'owner' as const }];
  const own = { ...supervisor, assignments };
  expect((await list('categoryKey=glazier', own)).body.items).toEqual([]);
  expect((await list('', operations.operator('triage'))).status).toBe(403);
});

test('every filter of expiries uses an index among 20,000 claims', async () => {
  await sql`
    insert into claim (claim_id, case_id, provider_id, category_key, requirement_key, type, state, valid_until)
    select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), case when n % 1000 = 0 then 'rare' else 'usual' end,
      'identity', 'identity_checked', 'active', now() + n * interval '1 minute' from generate_series(1, 20000) n`.execute(
    operations.db,
  );
  await sql`analyze claim`.execute(operations.db);
  const base = { withinDays: 60, asOf: new Date(), ownProviders: [], after: undefined, limit: 26 };
  const none = { status: undefined, evidence: undefined, renewal: undefined, categoryKey: undefined };
  const filters: [object, RegExp][] = [
    [{}, /claim_by_end/],
    [{ status: 'expired' }, /claim_by_end/],
    [{ status: 'expiring' }, /claim_by_end/],
    [{ categoryKey: 'rare' }, /claim_of_category_by_end/],
    [{ after: [new Date().toISOString(), randomUUID()] }, /claim_by_end/],
    [{ evidence: 'lost' }, /claim_by_end/],
    [{ renewal: 'due' }, /claim_by_end/],
    [{ renewal: 'in_progress' }, /claim_by_end|claim_of_provider|claim_of_category_by_end/],
  ];
  for (const [filter, index] of filters) {
    const { rows } = await sql<
      Record<string, string>
    >`explain ${pageOfExpiries({ ...base, ...none, ...filter })}`.execute(operations.db);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan, JSON.stringify(filter)).toMatch(index);
    expect(plan, JSON.stringify(filter)).not.toContain('Seq Scan on claim');
  }
});
