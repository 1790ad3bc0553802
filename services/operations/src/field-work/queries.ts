import { isOlder, type PageWindow, type TimeAndId } from '@trust/service-kit/database/page-window';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Trx } from '../app.ts';
import type { FieldWorkItem, FieldWorkState } from '../db/schema.ts';
import type { Scope } from './scope.ts';

export type ItemRow = Selectable<FieldWorkItem>;

/** Labels that are safe to show; null until their events have arrived. */
export type LabelledItem = ItemRow & {
  display_name: string | null;
  category_label: unknown;
  requirement_labels: unknown;
  instructions: string | null;
  /** The last review gave it; null if that accepted the submission. */
  return_reason: string | null;
};

/** Returns undefined if the requirement has an open item. */
export function insertItem(trx: Trx, row: Insertable<FieldWorkItem>): Promise<ItemRow | undefined> {
  return trx
    .insertInto('field_work_item')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

export async function findItem(db: Db, id: string, scope: Scope): Promise<LabelledItem | undefined> {
  const [row] = await visibleItems(db, scope).where('i.id', '=', id).execute();
  return row;
}

type Filter = {
  scope: Scope;
  state?: FieldWorkState | undefined;
  caseId?: string | undefined;
  assigneeId?: string | undefined;
};

export function findItems(
  db: Db,
  { scope, state, caseId, assigneeId }: Filter,
  { after, limit }: PageWindow<TimeAndId>,
): Promise<LabelledItem[]> {
  let query = visibleItems(db, scope);
  if (state) query = query.where('i.state', '=', state);
  if (caseId) query = query.where('i.case_id', '=', caseId);
  if (assigneeId) query = query.where('i.assignee_id', '=', assigneeId);
  query = query.where(isOlder('i.opened_at', 'i.id', after));
  return query.orderBy('i.opened_at', 'desc').orderBy('i.id', 'desc').limit(limit).execute();
}

function visibleItems(db: Db, { isManager, userId, ownProviders }: Scope) {
  const query = db
    .selectFrom('field_work_item as i')
    .leftJoin('provider_label as p', 'p.provider_id', 'i.provider_id')
    .leftJoin('requirement_version as v', 'v.id', 'i.requirement_version_id')
    .selectAll('i')
    .select(['p.display_name', 'v.category_label', 'v.requirement_labels'])
    .select([lastInstructions.as('instructions'), returnReason.as('return_reason')])
    .where(sql<boolean>`i.provider_id <> all(${ownProviders}::uuid[])`);
  return isManager ? query : query.where('i.assignee_id', '=', userId);
}

const lastInstructions = sql<string | null>`(
  select n.text from field_work_instruction n where n.work_item_id = i.id order by n.position desc limit 1)`;

const returnReason = sql<string | null>`(
  select case r.outcome when 'returned' then r.reason end
  from field_submission s join field_submission_review r on r.submission_id = s.id
  where s.work_item_id = i.id order by s.position desc limit 1)`;

export async function insertInstructions(
  trx: Trx,
  { id, text, by, at }: { id: string; text: string; by: string; at: Date },
): Promise<void> {
  const row = { work_item_id: id, text, given_by: by, given_at: at };
  await trx.insertInto('field_work_instruction').values(row).execute();
}

/** A lock applies to the item alone, so labels are left out. */
export async function lockItem(trx: Trx, id: string, scope: Scope): Promise<ItemRow | undefined> {
  const row = await trx.selectFrom('field_work_item').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row || scope.ownProviders.includes(row.provider_id)) return undefined;
  return scope.isManager || row.assignee_id === scope.userId ? row : undefined;
}

export function lockOpenItem(
  trx: Trx,
  of: { fieldVisitId: string } | { caseId: string; requirementKey: string },
): Promise<ItemRow | undefined> {
  let query = trx
    .selectFrom('field_work_item')
    .selectAll()
    .where('state', 'not in', ['accepted', 'cancelled', 'cannot_complete']);
  if ('fieldVisitId' in of) query = query.where('field_visit_id', '=', of.fieldVisitId);
  else query = query.where('case_id', '=', of.caseId).where('requirement_key', '=', of.requirementKey);
  return query.forUpdate().executeTakeFirst();
}

/** Ended items included. */
export async function hasItemOfVisit(trx: Trx, fieldVisitId: string): Promise<boolean> {
  const query = trx.selectFrom('field_work_item').select('id').where('field_visit_id', '=', fieldVisitId);
  return (await query.executeTakeFirst()) !== undefined;
}

export function updateItem(trx: Trx, id: string, changes: Updateable<FieldWorkItem>): Promise<ItemRow> {
  return trx.updateTable('field_work_item').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

export function findCase(db: Db, caseId: string) {
  return db.selectFrom('triage_case').selectAll().where('case_id', '=', caseId).executeTakeFirst();
}

/** Also of a provider that an operator represents: for snapshots. */
export function lockAnyItem(trx: Trx, id: string) {
  return trx.selectFrom('field_work_item').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
}

export async function findFrozenUntil(trx: Trx, caseId: string, now: Date): Promise<Date | undefined> {
  const freeze = await trx
    .selectFrom('emergency_action')
    .select('expires_at')
    .where('kind', '=', 'freeze_case')
    .where('target_id', '=', caseId)
    .where('lifted_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return freeze?.expires_at;
}
