import { randomUUID } from 'node:crypto';
import { openDb } from '@trust/service-kit/database/db';
import { operator } from '@trust/service-testing/actors';
import { expectImmutable } from '@trust/service-testing/immutable';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { isOurStore } from '../src/retention/sweep/store-claim.ts';
import { confirm, makeCase, makeIntent, makeReviewable, makeUpload } from './make.ts';
import { startEvidence } from './service.ts';

const evidence = await startEvidence();
const owner = openDb<unknown>({ url: evidence.ownerUrl, max: 1 });
afterAll(async () => {
  await owner.destroy();
  await evidence[Symbol.asyncDispose]();
});

const made = await makeCase(evidence);
const open = await makeIntent(evidence, made);
const submitted = await makeUpload(evidence, made);
const { evidenceVersionId } = (await confirm(evidence, made.rep, submitted)).body;
const cancelled = await makeIntent(evidence, made);
await evidence.delete(cancelled.path, { actor: made.rep });
await isOurStore(evidence.app);

const asApp = (statement: string) => sql.raw(statement).execute(evidence.db);
const asOwner = (statement: string) => sql.raw(statement).execute(owner);
const denied = /permission denied/;
const immutable = /is immutable/;

test('M2 recorded facts cannot be changed by the app, the owner or under replication role', async () => {
  const { requirementVersionId } = made;
  await expectImmutable(evidence.urls, [
    { table: 'evidence_version', where: `id = '${evidenceVersionId}'`, key: 'id', change: `size_bytes = 1` },
    { table: 'evidence_item', where: `case_id = '${made.caseId}'`, key: 'id', change: `document_kind = 'other'` },
    {
      table: 'requirement',
      where: `requirement_version_id = '${requirementVersionId}'`,
      key: 'requirement_version_id, key',
      change: `max_size_bytes = 1`,
    },
    { table: 'upload_intent', where: `id = '${submitted.id}'`, key: 'id', change: `attempt_count = 9` },
    { table: 'upload_intent', where: `id = '${cancelled.id}'`, key: 'id', change: `state = 'open'` },
    {
      table: 'upload_session',
      where: `id = '${submitted.session.id}'`,
      key: 'id',
      change: `size_limit_bytes = 1`,
    },
    { table: 'upload_session', where: `id = '${cancelled.session.id}'`, key: 'id', change: `state = 'requested'` },
    { table: 'store_claim', where: 'is_ours', key: 'is_ours', change: `mark = gen_random_uuid()` },
  ]);
});

test.each([
  'delete from upload_intent',
  'delete from upload_session',
  'delete from evidence_processing',
  'delete from review_grant',
])('M2 nothing of an upload or a review is ever deleted: %s', async (statement) => {
  await expect(asApp(statement)).rejects.toThrow(denied);
  if (!statement.includes('grant')) await expect(asOwner(statement)).rejects.toThrow(immutable);
});

test.each([
  `update upload_intent set attempt_count = 5 where id = '${submitted.id}'`,
  `update upload_intent set state = 'cancelled' where id = '${submitted.id}'`,
  `update upload_session set state = 'cancelled' where id = '${submitted.session.id}'`,
])('M2 what has ended stays as it is, in every column: %s', async (statement) => {
  await expect(asApp(statement)).rejects.toThrow(/immutable|cannot go from/);
  await expect(asOwner(statement)).rejects.toThrow(/immutable|cannot go from/);
});

test.each(['sha256', 'size_bytes', 'media_type', 'case_id', 'requirement_key', 'created_by', 'client_intent_key'])(
  'M2 the %s of an intent can never be written again',
  async (column) => {
    await expect(asApp(`update upload_intent set ${column} = ${column} where id = '${open.id}'`)).rejects.toThrow(
      denied,
    );
  },
);

test.each([
  [`update upload_intent set state = 'submitted' where id = '${open.id}'`, /open to submitted/],
  [`update upload_intent set state = 'expired' where id = '${open.id}'`, /open to expired/],
  [
    `update evidence_processing set state = 'pending_scan', next_scan_at = now() where version_id = '${evidenceVersionId}' and state <> 'pending_scan'`,
    undefined,
  ],
])('M1 a transition that is not listed is refused by the database: %s', async (statement, refusal) => {
  if (refusal) await expect(asApp(statement)).rejects.toThrow(refusal);
  else expect((await asApp(statement)).numAffectedRows).toBe(0n);
});

test('M1 a quarantined version can never become available', async () => {
  await asApp(
    `update evidence_processing set state = 'quarantined', next_scan_at = null where version_id = '${evidenceVersionId}'`,
  );
  await expect(
    asApp(`update evidence_processing set state = 'available' where version_id = '${evidenceVersionId}'`),
  ).rejects.toThrow(/quarantined to available/);
});

test('M3 an intent has one requested session, a session one version, a provider one active selection', async () => {
  const session = (state: string) =>
    `insert into upload_session (id, intent_id, provider_id, created_by, state, upload_ref, size_limit_bytes, created_at, expires_at)
     select '${randomUUID()}', intent_id, provider_id, created_by, '${state}', '${randomUUID()}', 4096, created_at, expires_at
     from upload_session where id = '${open.session.id}'`;
  await expect(asApp(session('requested'))).rejects.toThrow(/upload_session_one_requested/);
  const version = `insert into evidence_version select '${randomUUID()}', evidence_id, 2, intent_id, upload_session_id, uploaded_by,
    '${randomUUID()}', media_type, size_bytes, sha256, confirmed_at from evidence_version where id = '${evidenceVersionId}'`;
  await expect(asApp(version)).rejects.toThrow(/evidence_version_(intent_id|upload_session_id)_key/);
  const selection = `insert into service_selection select '${randomUUID()}', provider_id, category_key, requirement_version_id, state from service_selection`;
  await expect(asApp(selection)).rejects.toThrow(/service_selection_one_active/);
});

test("M3 a session cannot be another provider's or person's than its intent's", async () => {
  const statement = (column: string) =>
    `insert into upload_session (id, intent_id, provider_id, created_by, state, upload_ref, size_limit_bytes, created_at, expires_at)
     select '${randomUUID()}', intent_id, ${column === 'provider_id' ? `'${randomUUID()}'` : 'provider_id'},
       ${column === 'created_by' ? `'${randomUUID()}'` : 'created_by'}, 'cancelled', '${randomUUID()}', 4096, created_at, expires_at
     from upload_session where id = '${open.session.id}'`;
  for (const column of ['provider_id', 'created_by']) {
    await expect(asApp(statement(column))).rejects.toThrow(/foreign key/);
  }
});

test('Z3 Z4 the database rejects grants to the uploader, second, over 15 minutes or changed after the end', async () => {
  const reviewed = await makeCase(evidence);
  const reviewer = operator('reviewer');
  const { grantsPath, evidenceVersionId: version } = await makeReviewable(evidence, reviewed, reviewer.userId);
  const granted = await evidence.post(grantsPath, { actor: reviewer, body: { reason: 'To check the document.' } });
  const copy = (changes: { reviewer?: string; duty?: string; minutes?: number }) =>
    `insert into review_grant (id, version_id, case_id, reviewer_id, uploaded_by, duty, token_hash, created_at, expires_at)
     select '${randomUUID()}', version_id, case_id, ${changes.reviewer ?? 'reviewer_id'}, uploaded_by, ${changes.duty ?? 'duty'}, '${randomUUID()}',
       created_at, created_at + interval '${changes.minutes ?? 15} minutes' from review_grant where version_id = '${version}'`;
  await asApp(`insert into case_assignee (case_id, duty, assignee_id)
    select case_id, 'decide', uploaded_by from review_grant where version_id = '${version}'`);
  await expect(asApp(copy({ reviewer: 'uploaded_by', duty: "'decide'" }))).rejects.toThrow(
    /review_grant_not_own_upload/,
  );
  await expect(asApp(copy({}))).rejects.toThrow(/review_grant_one_open/);
  await expect(asApp(copy({ minutes: 16 }))).rejects.toThrow(/check/);
  await expect(asApp(copy({ reviewer: `'${randomUUID()}'` }))).rejects.toThrow(/active assignee of its duty/);

  await evidence.delete(`${grantsPath}/${granted.body.grantId}`, { actor: reviewer });
  await expect(asApp(`update review_grant set ended_at = null where version_id = '${version}'`)).rejects.toThrow(
    immutable,
  );
});
