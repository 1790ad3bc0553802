import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { auditRecorded } from '@trust/contracts/events/any';
import { evidenceWithdrawn } from '@trust/contracts/events/evidence';
import { serviceRemoved } from '@trust/contracts/events/provider';
import { operator, person, representative } from '@trust/service-testing/actors';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { check, decide, granting, makeAssigned, makeReviewable, recommend } from '../../test/make.ts';
import { keys } from '../../test/make-version.ts';
import { startVerification, type Verification } from '../../test/service.ts';
import { addEntry } from '../case/effects/timeline-entry.ts';
import { findCase } from '../case/record/queries.ts';
import { entriesOf } from './queries.ts';
import { VerificationTimelineEntry } from './schema.ts';
import { timelineTexts } from './texts.ts';

let service: Verification;
beforeAll(async () => {
  service = await startVerification();
});
afterAll(() => service[Symbol.asyncDispose]());

const timeline = (actor: Actor, query = '', headers = {}) =>
  service.get(`/provider-workspace/me/verification-timeline${query}`, { actor, headers });
const canary = (what: string) => `canary ${what} ${randomUUID()}`;

async function makeDecidedCase() {
  const made = await makeAssigned(service);
  const decider = operator('decider');
  const secrets = {
    check: canary('check reason'),
    observed: canary('observations'),
    recommended: canary('recommendation'),
    decided: canary('decision'),
  };
  for (const requirementKey of keys) {
    await check(service, made, { requirementKey, observations: secrets.observed, reason: secrets.check });
  }
  await recommend(service, made, {
    outcome: 'verified_with_limitations',
    reasonCodes: ['name_mismatch'],
    limitations: ['Internal.'],
    reason: secrets.recommended,
  });
  await decide(service, made.caseId, {
    actor: decider,
    outcome: 'verified_with_limitations',
    claims: granting('identity_confirmed'),
    reason: secrets.decided,
  });
  return { ...made, decider, secrets };
}

test('the timeline lists every step of a decided case, newest first', async () => {
  const { owner, caseId, categoryKey } = await makeDecidedCase();
  const { status, body } = await timeline(owner);
  expect(status).toBe(200);
  expect(
    body.items.map(({ type, status }: { type: string; status: string }) => `${type}: ${status}`).reverse(),
  ).toEqual([
    'case_opened: awaiting_evidence',
    'evidence_submitted: submitted',
    'evidence_available: available',
    'evidence_submitted: submitted',
    'case_in_review: in_review',
    'evidence_available: available',
    'case_recommended: recommended',
    'decision_recorded: verified_with_limitations',
    'claim_granted: active',
    'claim_refused: refused',
  ]);
  expect(body.items[0]).toEqual({
    id: expect.any(String),
    occurredAt: service.clock.now.toISOString(),
    group: 'claim',
    type: 'claim_refused',
    caseId,
    categoryKey,
    requirementKey: null,
    claimType: 'licence_confirmed',
    claimId: null,
    status: 'refused',
    reason: null,
    text: 'A claim was not granted.',
  });
  const groups = new Set(body.items.map(({ group }: { group: string }) => group));
  expect([...groups].sort()).toEqual(['case', 'claim', 'decision', 'evidence']);
});

test('D1 timeline and case disclose no operator, reason or observation to the representative', async () => {
  const { owner, providerId, reviewer, decider, secrets } = await makeDecidedCase();
  const answers = [
    await timeline(owner),
    await service.get(`/providers/${providerId}/verification-cases`, { actor: owner }),
  ];
  const responses = JSON.stringify(answers.map(({ body }) => body));
  const evidence = await service.db
    .selectFrom('evidence_version')
    .selectAll()
    .where('uploaded_by', '=', owner.userId)
    .execute();
  const hidden = [
    reviewer.userId,
    decider.userId,
    ...Object.values(secrets),
    'name_mismatch',
    'Internal.',
    ...evidence.flatMap(({ id, evidence_id, uploaded_by }) => [id, evidence_id, uploaded_by]),
  ];
  expect(hidden.filter((secret) => responses.includes(secret))).toEqual([]);
});

test('D1 no event contains observations; only the audit event contains reasons', async () => {
  const { secrets } = await makeDecidedCase();
  const { rows } = await sql<{
    type: string;
    text: string;
  }>`select type, payload::text as text from outbox`.execute(service.db);
  const typesWith = (secret: string) => [
    ...new Set(rows.filter(({ text }) => text.includes(secret)).map(({ type }) => type)),
  ];
  expect(typesWith(secrets.observed)).toEqual([]);
  for (const secret of [secrets.check, secrets.recommended, secrets.decided]) {
    expect(typesWith(secret)).toEqual([auditRecorded.verification.type]);
  }
});

test('the timeline comes in pages, in English and French', async () => {
  const { owner } = await makeReviewable(service);
  const all = (await timeline(owner)).body.items;
  const first = await timeline(owner, '?limit=4', { 'accept-language': 'fr-BE' });
  const second = await timeline(owner, `?limit=4&cursor=${first.body.nextCursor}`);
  const ids = [...first.body.items, ...second.body.items].map(({ id }) => id);
  expect(ids).toEqual(all.map(({ id }: { id: string }) => id));
  expect(second.body.nextCursor).toBeNull();
  expect(first.body.items[0].text).toBe('Une pièce est prête à être examinée.');
  const stranger = representative(randomUUID());
  expect((await timeline(stranger)).body).toEqual({ items: [], nextCursor: null });
  expect((await timeline(stranger, `?limit=4&cursor=${first.body.nextCursor}`)).body.errors).toMatchObject([
    { field: 'cursor', code: 'cursor_invalid' },
  ]);
  expect((await timeline(person())).status).toBe(404);
});

test('M4 pages of the timeline omit and repeat nothing while entries are written and an expiry is recorded', async () => {
  const { owner, caseId, ...made } = await makeReviewable(service);
  const found = await findCase(service.db, caseId);
  if (!found) throw new Error('The case is missing.');
  const write = (count: number) =>
    service.db.transact(async (trx) => {
      for (let n = 0; n < count; n++)
        await addEntry(trx, service.app, found, { type: 'evidence_lost', status: 'lost' });
    });
  const { id: evidenceVersionId, evidence_id: evidenceId } = await service.db
    .selectFrom('evidence_version')
    .selectAll()
    .where('case_id', '=', caseId)
    .where('requirement_key', '=', 'licence')
    .executeTakeFirstOrThrow();
  const about = { evidenceVersionId, evidenceId, caseId, providerId: made.providerId, requirementKey: 'licence' };
  await service.deliver(evidenceWithdrawn, { ...about, occurredAt: service.clock.now.toISOString() });
  service.advanceClock(15 * 24 * 3600);
  await write(12);

  type Read = { body: { items: { id: string; type: string }[]; nextCursor: string | null } };
  const atFirst = ((await timeline(owner, '?limit=100')) as Read).body.items;
  expect(atFirst.filter(({ type }) => type === 'case_expired')).toHaveLength(1);
  const read: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const { body } = (await timeline(owner, `?limit=4${cursor && `&cursor=${cursor}`}`)) as Read;
    read.push(...body.items.map(({ id }) => id));
    // The first page ends before the expiry, which is recorded now.
    if (cursor === '')
      await service.deliver(serviceRemoved, {
        providerId: made.providerId,
        selectionId: made.selectionId,
        categoryKey: made.categoryKey,
      });
    await write(1);
    cursor = body.nextCursor;
  }
  expect(read).toEqual(atFirst.map(({ id }) => id));
  const afterwards = ((await timeline(owner, '?limit=100')) as Read).body.items.map(({ id }) => id);
  expect(afterwards.filter((id) => read.includes(id))).toEqual(read);
});

test('the last page of a timeline of 10,000 entries reads no more blocks than its own entries', async () => {
  const { providerId, caseId } = await makeReviewable(service);
  await sql`insert into timeline_entry (id, provider_id, case_id, category_key, type, status, at)
    select gen_random_uuid(), ${providerId}, ${caseId}, 'any', 'evidence_submitted', 'submitted',
      timestamptz '2025-12-01' - n * interval '1 minute' from generate_series(1, 10000) n`.execute(service.db);
  await service.asOwner('analyze timeline_entry');
  const blocksOf = async (after: readonly [string, string, string] | undefined) => {
    const page = entriesOf(providerId, { limit: 51, after, now: service.clock.now });
    const { rows } = await sql<{
      'QUERY PLAN': [{ Plan: Record<string, number> }];
    }>`explain (analyze, buffers, format json) ${page}`.execute(service.db);
    const { Plan: plan } = rows[0]?.['QUERY PLAN'][0] ?? {};
    return (plan?.['Shared Hit Blocks'] ?? Number.NaN) + (plan?.['Shared Read Blocks'] ?? Number.NaN);
  };
  await blocksOf(undefined);
  const late = new Date(Date.parse('2025-12-01') - 9900 * 60_000).toISOString();
  // A page has 50 entries; reading all takes more than 150 blocks.
  for (const after of [undefined, [late, '0', randomUUID()] as const]) expect(await blocksOf(after)).toBeLessThan(100);
});

test('the contract lists every type of entry', () => {
  expect(VerificationTimelineEntry.shape.type.options.toSorted()).toEqual(Object.keys(timelineTexts).sort());
});
