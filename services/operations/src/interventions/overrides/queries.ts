import { isOlder, type PageWindow, type TimeAndId } from '@trust/service-kit/database/page-window';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { z } from 'zod';
import type { Db, Trx } from '../../app.ts';
import type { OverrideApproval, OverrideRequest } from '../../db/schema.ts';
import type { OverrideQuery } from './schema.ts';

export type OverrideRow = Selectable<OverrideRequest>;
export type ApprovalRow = Selectable<OverrideApproval>;

export function insertOverride(trx: Trx, override: Insertable<OverrideRequest>): Promise<OverrideRow> {
  return trx.insertInto('override_request').values(override).returningAll().executeTakeFirstOrThrow();
}

export function findOverride(db: Db, id: string, ownProviders: string[]) {
  return db
    .selectFrom('override_request')
    .selectAll()
    .where('id', '=', id)
    .where(isForeign(ownProviders))
    .executeTakeFirst();
}

export function lockOverride(trx: Trx, id: string) {
  return trx.selectFrom('override_request').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Nobody works on a provider that they represent. */
function isForeign(ownProviders: string[]) {
  return sql<boolean>`(provider_id is null or provider_id <> all(${ownProviders}::uuid[]))`;
}

export function findCaseTarget(trx: Trx, caseId: string) {
  return trx
    .selectFrom('triage_case')
    .select(['provider_id', 'state', 'correction_due_at'])
    .where('case_id', '=', caseId)
    .executeTakeFirst();
}

export function findClaimTarget(trx: Trx, claimId: string) {
  return trx
    .selectFrom('claim')
    .select(['provider_id', 'state', 'has_subject_ended'])
    .where('claim_id', '=', claimId)
    .executeTakeFirst();
}

type Filter = Pick<z.output<typeof OverrideQuery>, 'kind' | 'state' | 'targetId' | 'providerId'> & {
  ownProviders: string[];
  now: Date;
};

export function findOverrides(
  db: Db,
  { ownProviders, kind, state, targetId, providerId, now }: Filter,
  { after, limit }: PageWindow<TimeAndId>,
) {
  let query = db.selectFrom('override_request').selectAll().where(isForeign(ownProviders));
  if (kind) query = query.where('kind', '=', kind);
  if (targetId) query = query.where('target_id', '=', targetId);
  if (providerId) query = query.where('provider_id', '=', providerId);
  if (state) query = query.where(stateAt(now), '=', state);
  query = query.where(isOlder('requested_at', 'id', after));
  return query.orderBy('requested_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

/** `stateAt` of outcome.ts. */
const stateAt = (now: Date) =>
  sql<string>`case when state = 'pending' and expires_at <= ${now} then 'expired' else state::text end`;

export function findApprovals(db: Db, overrideIds: string[]): Promise<ApprovalRow[]> {
  return db
    .selectFrom('override_approval')
    .selectAll()
    .where((eb) => eb('override_id', '=', eb.fn.any(eb.val(overrideIds))))
    .orderBy('decided_at')
    .orderBy('id')
    .execute();
}

/** Those of operators who could still vote: not who lost the permission or represents the provider meanwhile. */
export async function findCountedDecisions(
  trx: Trx,
  { id, provider_id, requested_at }: OverrideRow,
): Promise<string[]> {
  const rows = await trx
    .selectFrom('override_approval')
    .select('decision')
    .where('override_id', '=', id)
    .where(sql<boolean>`(decision = 'reject' or still_votes(approver_id, ${provider_id}::uuid, ${requested_at}))`)
    .execute();
  return rows.map(({ decision }) => decision);
}

export async function insertApproval(trx: Trx, approval: Insertable<OverrideApproval>): Promise<void> {
  await trx.insertInto('override_approval').values(approval).execute();
}

export function endOverride(
  trx: Trx,
  { id, state, at }: { id: string; state: 'approved' | 'rejected'; at: Date },
): Promise<OverrideRow> {
  return trx
    .updateTable('override_request')
    .set({ state, ended_at: at })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function withdrawForRequester(trx: Trx, { id, requester_id }: OverrideRow, at: Date): Promise<OverrideRow> {
  return trx
    .updateTable('override_request')
    .set({ state: 'withdrawn', ended_at: at, withdrawn_by: requester_id })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function findGate(db: Db): Promise<'open' | 'closed'> {
  const row = await db
    .selectFrom('publication_gate')
    .select('state')
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return row.state === 'open' ? 'open' : 'closed';
}

export async function insertGate(
  trx: Trx,
  change: { state: 'open' | 'closed'; overrideId: string; at: Date },
): Promise<void> {
  await trx
    .insertInto('publication_gate')
    .values({ state: change.state, override_id: change.overrideId, changed_at: change.at })
    .execute();
}

/** The lock of the trigger that guards changes of the gate. */
export async function lockLastGate(trx: Trx) {
  await sql`select pg_advisory_xact_lock(hashtextextended('publication gate', 0))`.execute(trx);
  return trx.selectFrom('publication_gate').selectAll().orderBy('position', 'desc').limit(1).executeTakeFirstOrThrow();
}
