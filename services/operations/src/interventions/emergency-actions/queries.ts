import type { EmergencyKind } from '@trust/contracts/events/operations';
import type { Permission } from '@trust/contracts/permissions';
import { isOlder, type PageWindow, type TimeAndId } from '@trust/service-kit/database/page-window';
import { type Insertable, type RawBuilder, type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../app.ts';
import type { DB, EmergencyAction, EmergencyReview } from '../../db/schema.ts';
import type { EmergencyState } from './states.ts';

type Review = Pick<Selectable<EmergencyReview>, 'reviewer_id' | 'outcome' | 'reviewed_at'> & { review_reason: string };
export type EmergencyRow = Selectable<EmergencyAction> & { [Key in keyof Review]: Review[Key] | null };

export async function insertEmergencyAction(trx: Trx, row: Insertable<EmergencyAction>): Promise<EmergencyRow> {
  const action = await trx.insertInto('emergency_action').values(row).returningAll().executeTakeFirstOrThrow();
  return { ...action, ...unreviewed };
}

const unreviewed = { reviewer_id: null, outcome: null, reviewed_at: null, review_reason: null };

export function findEmergencyAction(db: Db, id: string, ownProviders: string[]): Promise<EmergencyRow | undefined> {
  return visible(db, ownProviders).where('a.id', '=', id).executeTakeFirst();
}

export function lockEmergencyAction(trx: Trx, id: string, ownProviders: string[]): Promise<EmergencyRow | undefined> {
  return visible(trx, ownProviders).where('a.id', '=', id).forUpdate('a').executeTakeFirst();
}

type Filter = {
  ownProviders: string[];
  kind?: EmergencyKind | undefined;
  state?: EmergencyState | undefined;
  targetId?: string | undefined;
  now: Date;
};

export function findEmergencyActions(
  db: Db,
  { ownProviders, kind, state, targetId, now }: Filter,
  { after, limit }: PageWindow<TimeAndId>,
) {
  let query = visible(db, ownProviders);
  if (kind) query = query.where('a.kind', '=', kind);
  if (targetId) query = query.where('a.target_id', '=', targetId);
  if (state) query = query.where(stateAt(now), '=', state);
  query = query.where(isOlder('a.started_at', 'a.id', after));
  return query.orderBy('a.started_at', 'desc').orderBy('a.id', 'desc').limit(limit).execute();
}

/** `emergencyStateAt` of states.ts. */
const stateAt = (now: Date) => sql<EmergencyState>`case when r.action_id is not null then 'reviewed'
  when coalesce(a.lifted_at, a.expires_at) > ${now} then 'active' else 'awaiting_review' end`;

/** Nobody works on a provider that they represent. */
function visible(db: Db, ownProviders: string[]): SelectQueryBuilder<DB & { a: EmergencyAction }, 'a', EmergencyRow> {
  return db
    .selectFrom('emergency_action as a')
    .leftJoin('emergency_review as r', 'r.action_id', 'a.id')
    .selectAll('a')
    .select(['r.reviewer_id', 'r.outcome', 'r.reviewed_at', 'r.reason as review_reason'])
    .where(sql<boolean>`(a.provider_id is null or a.provider_id <> all(${ownProviders}::uuid[]))`) as never;
}

/** Until the transaction ends, nobody else acts on the target. */
export async function lockTarget(trx: Trx, targetId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('emergency ' || ${targetId}, 0))`.execute(trx);
}

export function findInForce(trx: Trx, of: { kind: EmergencyKind; targetId: string }, now: Date) {
  return trx
    .selectFrom('emergency_action')
    .select('expires_at')
    .where('kind', '=', of.kind)
    .where('target_id', '=', of.targetId)
    .where('lifted_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Until the transaction ends, nobody else acts against the sessions of an operator. */
export async function lockActionsAgainstOperators(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('emergency against operators', 0))`.execute(trx);
}

const isInForce = (now: Date) =>
  sql<boolean>`a.kind = 'revoke_sessions' and a.lifted_at is null and a.expires_at > ${now}`;

export async function isOperator(trx: Trx, userId: string): Promise<boolean> {
  return isTrue(trx, sql`select from operator where user_id = ${userId} and cardinality(permissions) > 0`);
}

export async function isSignedOut(trx: Trx, userId: string, now: Date): Promise<boolean> {
  return isTrue(trx, sql`select from emergency_action a where a.target_id = ${userId} and ${isInForce(now)}`);
}

/** Whether one that the actor took against the sessions of an operator has no review yet. The database has the same. */
export async function hasUnreviewedAgainstOperator(trx: Trx, actorId: string): Promise<boolean> {
  return isTrue(
    trx,
    sql`select from emergency_action a join operator o on o.user_id = a.target_id
      where a.acted_by = ${actorId} and cardinality(o.permissions) > 0 and a.kind = 'revoke_sessions'
        and not exists (select from emergency_review r where r.action_id = a.id)`,
  );
}

const review = 'operations.emergency.review' satisfies Permission;

/** Whether somebody else than actor and target may lift and review, and is not signed out. */
export async function canAnotherOperatorReview(
  trx: Trx,
  { actorId, targetId, at }: { actorId: string; targetId: string; at: Date },
): Promise<boolean> {
  return isTrue(
    trx,
    sql`select from operator o where ${review} = any(o.permissions) and o.user_id not in (${actorId}, ${targetId})
      and not exists (select from emergency_action a where a.target_id = o.user_id and ${isInForce(at)})`,
  );
}

const approve = 'identity.roles.approve' satisfies Permission;

/** Whether the target can approve roles, as one who can is signed out already, and fewer than `fewest` others would be left. */
export async function leavesTooFewApprovers(
  trx: Trx,
  { targetId, at, fewest }: { targetId: string; at: Date; fewest: number },
): Promise<boolean> {
  return isTrue(
    trx,
    sql`select from (
        select o.user_id, exists (
          select from emergency_action a where a.target_id = o.user_id and ${isInForce(at)}) as is_signed_out
        from operator o where ${approve} = any(o.permissions)
      ) approver
      having bool_or(user_id = ${targetId}) and bool_or(is_signed_out)
        and count(*) filter (where not is_signed_out and user_id <> ${targetId}) < ${fewest}`,
  );
}

async function isTrue(trx: Trx, query: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (${query}) as found`.execute(trx);
  return rows[0]?.found === true;
}

export async function markLifted(
  trx: Trx,
  id: string,
  { by, at, reason }: { by: string; at: Date; reason: string },
): Promise<void> {
  await trx
    .updateTable('emergency_action')
    .set({ lifted_by: by, lifted_at: at, lift_reason: reason })
    .where('id', '=', id)
    .execute();
}

export async function insertReview(trx: Trx, review: Insertable<EmergencyReview>): Promise<void> {
  await trx.insertInto('emergency_review').values(review).execute();
}

export type EmergencyCount = {
  kind: EmergencyKind;
  active: number;
  awaiting: number;
  overdue: number;
  seconds: number;
  longest: number;
};

/** `seconds`: how long the active actions have lasted together; `longest`: the one that began first. */
export async function countEmergencyActions(db: Db, now: Date): Promise<EmergencyCount[]> {
  const { rows } = await sql<EmergencyCount>`
    select kind, count(*) filter (where ends_at > ${now})::int as active,
      count(*) filter (where ends_at <= ${now})::int as awaiting,
      count(*) filter (where review_due_at <= ${now})::int as overdue,
      coalesce(extract(epoch from sum(${now}::timestamptz - started_at) filter (where ends_at > ${now})), 0)::float8 as seconds,
      coalesce(extract(epoch from max(${now}::timestamptz - started_at) filter (where ends_at > ${now})), 0)::float8 as longest
    from (
      select kind, started_at, review_due_at, coalesce(lifted_at, expires_at) as ends_at from emergency_action a
      where not exists (select from emergency_review where action_id = a.id)
    ) open group by kind`.execute(db);
  return rows;
}
