import type { PageWindow, TimeAndId } from '@trust/service-kit/database/page-window';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Trx } from '../../app.ts';
import type { RoleApproval, RoleRequest } from '../../db/schema.ts';
import type { RoleRequestState } from './states.ts';

export type RoleRequestRow = Selectable<RoleRequest>;
/** `current_work_name`: that the person has. */
export type NamedRequest = RoleRequestRow & { current_work_name: string | null };
/** `stands`: whether the approver may still approve. */
export type RoleApprovalRow = Pick<
  Selectable<RoleApproval>,
  'request_id' | 'approver_id' | 'decision' | 'decided_at'
> & {
  stands: boolean;
};

// A literal, not a parameter: Postgres matches a partial index by its predicate.
const isPending = sql<boolean>`state = 'pending'`;

/** Undefined if the same request is pending. */
export function insertRequest(trx: Trx, row: Insertable<RoleRequest>): Promise<RoleRequestRow | undefined> {
  return trx
    .insertInto('role_request')
    .values(row)
    .onConflict((conflict) => conflict.columns(['person_id', 'role']).where(isPending).doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** Whether another role waits for approvals with another work name of the person. */
export async function isNamedOtherwise(
  trx: Trx,
  { personId, role, workName, at }: { personId: string; role: string; workName: string; at: Date },
): Promise<boolean> {
  const row = await trx
    .selectFrom('role_request')
    .select('id')
    .where('person_id', '=', personId)
    .where('role', '<>', role)
    .where('work_name', '<>', workName)
    .where('state', '=', 'pending')
    .where('expires_at', '>', at)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function expireRequests(
  trx: Trx,
  { personId, role }: { personId: string; role: string },
  at: Date,
): Promise<void> {
  await trx
    .updateTable('role_request')
    .set({ state: 'expired', ended_at: at })
    .where('person_id', '=', personId)
    .where('role', '=', role)
    .where('state', '=', 'pending')
    .where('expires_at', '<=', at)
    .execute();
}

/** Takes no lock: the caller locks the person first. */
export async function findPersonOfRequest(trx: Trx, id: string): Promise<string | undefined> {
  const row = await trx.selectFrom('role_request').select('person_id').where('id', '=', id).executeTakeFirst();
  return row?.person_id;
}

export function lockRequest(trx: Trx, id: string): Promise<RoleRequestRow | undefined> {
  return trx.selectFrom('role_request').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export function endRequest(
  trx: Trx,
  id: string,
  { state, at }: { state: RoleRequestState; at: Date },
): Promise<RoleRequestRow> {
  return trx
    .updateTable('role_request')
    .set({ state, ended_at: at })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function listRequests(db: Db, { after, limit }: PageWindow<TimeAndId>): Promise<NamedRequest[]> {
  const [at = 'infinity', id = 'ffffffff-ffff-ffff-ffff-ffffffffffff'] = after ?? [];
  return db
    .selectFrom('role_request')
    .leftJoin('operator_change as c', 'c.person_id', 'role_request.person_id')
    .selectAll('role_request')
    .select('c.work_name as current_work_name')
    .where(sql<boolean>`(requested_at, id) < (${at}::timestamptz, ${id}::uuid)`)
    .orderBy('requested_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function insertApproval(trx: Trx, row: Insertable<RoleApproval>): Promise<void> {
  await trx.insertInto('role_approval').values(row).execute();
}

export function findApprovals(db: Db, requestIds: readonly string[]): Promise<RoleApprovalRow[]> {
  return db
    .selectFrom('role_approval')
    .select(['request_id', 'approver_id', 'decision', 'decided_at'])
    .select(
      sql<boolean>`exists (select from operator_grant g
        where g.person_id = approver_id and g.role in ('security', 'supervisor'))`.as('stands'),
    )
    .where(sql<boolean>`request_id = any(${requestIds}::uuid[])`)
    .orderBy('decided_at')
    .orderBy('approver_id')
    .execute();
}
