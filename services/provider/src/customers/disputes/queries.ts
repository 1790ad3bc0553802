import type { DisputeState } from '@trust/contracts/events/customers';
import { isOlder, type PageWindow, type TimeAndId } from '@trust/service-kit/database/page-window';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Trx } from '../../app.ts';
import type { Dispute, DisputeStatement } from '../../db/schema.ts';
import type { EnquirySide } from '../enquiries/states.ts';

export type DisputeRow = Omit<Selectable<Dispute>, 'state' | 'opened_by'> & {
  state: DisputeState;
  opened_by: EnquirySide;
};
export type ListedDispute = DisputeRow & { public_provider_id: string };

/** Undefined if the interaction has an open dispute. */
export async function insertDispute(trx: Trx, row: Insertable<Dispute>): Promise<DisputeRow | undefined> {
  const inserted = await trx
    .insertInto('dispute')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  return inserted as DisputeRow | undefined;
}

/** Of the side that opened this one, about the same interaction, in every state. */
export async function countDisputes(trx: Trx, { interaction_id, opened_by }: DisputeRow): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from dispute where interaction_id = ${interaction_id} and opened_by = ${opened_by}`.execute(
    trx,
  );
  return rows[0]?.count ?? 0;
}

export type Finding = Pick<DisputeRow, 'id' | 'reason_code'> & { outcome: string; ended_at: Date };

/** Decided before this one about the same interaction, oldest first. An appeal gives the outcome once it is decided. */
export async function findEarlierFindings(
  trx: Trx,
  { id, interaction_id, opened_at }: Pick<DisputeRow, 'id' | 'interaction_id' | 'opened_at'>,
): Promise<Finding[]> {
  const { rows } = await sql<Finding>`
    select d.id, d.reason_code, coalesce(a.outcome, d.outcome) as outcome, coalesce(a.ended_at, d.ended_at) as ended_at
    from dispute d left join moderation_request a on a.subject_id = d.id and a.is_appeal and a.state = 'decided'
    where d.interaction_id = ${interaction_id} and d.state = 'resolved' and (d.opened_at, d.id) < (${opened_at}, ${id}::uuid)
    order by d.opened_at, d.id`.execute(trx);
  return rows;
}

export async function lockDispute(trx: Trx, id: string): Promise<DisputeRow | undefined> {
  const row = await trx.selectFrom('dispute').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  return row as DisputeRow | undefined;
}

type Change = Partial<Pick<DisputeRow, 'state' | 'ended_at' | 'outcome'>>;

export async function updateDispute(trx: Trx, id: string, change: Change): Promise<void> {
  await trx.updateTable('dispute').set(change).where('id', '=', id).execute();
}

const listed = sql`select d.*, p.public_provider_id from dispute d join provider p on p.id = d.provider_id`;

export async function findDispute(db: Db, id: string): Promise<ListedDispute | undefined> {
  const { rows } = await sql<ListedDispute>`${listed} where d.id = ${id}`.execute(db);
  return rows[0];
}

export async function findDisputes(
  db: Db,
  of: { provider: string } | { customer: string },
  { after, limit }: PageWindow<TimeAndId>,
): Promise<ListedDispute[]> {
  const side = 'provider' in of ? sql`d.provider_id = ${of.provider}` : sql`d.customer_id = ${of.customer}`;
  const { rows } = await sql<ListedDispute>`${listed} where ${side}
      and ${isOlder('d.opened_at', 'd.id', after)}
    order by d.opened_at desc, d.id desc limit ${limit}`.execute(db);
  return rows;
}

type StatementRow = Selectable<DisputeStatement> & { side: EnquirySide };

export async function findStatements(db: Db, disputeId: string): Promise<StatementRow[]> {
  const rows = await db
    .selectFrom('dispute_statement')
    .selectAll()
    .where('dispute_id', '=', disputeId)
    .orderBy('number')
    .execute();
  return rows as StatementRow[];
}

/** Each side has its own, so that neither uses up the other's. The table numbers those of both from 1 to 10. */
export const maxStatements = 5;

/** Call with the dispute locked. False if the side has made all its statements. */
export async function insertStatement(trx: Trx, row: Omit<Insertable<DisputeStatement>, 'number'>): Promise<boolean> {
  const { rows } = await sql<{ next: number; own: number }>`
    select coalesce(max(number), 0) + 1 as next, count(*) filter (where side = ${row.side})::int as own
    from dispute_statement where dispute_id = ${row.dispute_id}`.execute(trx);
  const { next: number = 1, own = 0 } = rows[0] ?? {};
  if (own >= maxStatements || number > 2 * maxStatements) return false;
  await trx
    .insertInto('dispute_statement')
    .values({ ...row, number })
    .execute();
  return true;
}
