import type { PageWindow, TimeAndId } from '@trust/service-kit/database/page-window';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Trx } from '../../app.ts';
import type { Invitation } from '../../db/schema.ts';
import type { InvitationState } from './states.ts';

export type InvitationRow = Omit<Selectable<Invitation>, 'state'> & { state: InvitationState };

export async function insertInvitation(trx: Trx, row: Insertable<Invitation>): Promise<void> {
  await trx.insertInto('invitation').values(row).execute();
}

export async function deleteInvitation(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('invitation').where('id', '=', id).execute();
}

export async function updateInvitation(trx: Trx, id: string, change: Updateable<Invitation>): Promise<void> {
  await trx.updateTable('invitation').set(change).where('id', '=', id).execute();
}

type OfPerson = { personId: string; now: Date };

/** Those that the person answered, and those that nobody answered to a contact that the person has verified. */
const isTo = ({ personId, now }: OfPerson) => sql<boolean>`expires_at > ${now} and id in (
  select i.id from contact_point c join invitation i using (channel, identifier_index)
  where c.person_id = ${personId} and c.verified_at is not null and i.state = 'sent'
  union all
  select id from invitation where answered_by = ${personId})`;

export async function listInvitationsTo(
  db: Db,
  person: OfPerson,
  { after, limit }: PageWindow<TimeAndId>,
): Promise<InvitationRow[]> {
  const [at = '-infinity', id = '00000000-0000-0000-0000-000000000000'] = after ?? [];
  const { rows } = await sql<InvitationRow>`
    select * from invitation where ${isTo(person)} and (invited_at, id) > (${at}::timestamptz, ${id}::uuid)
    order by invited_at, id limit ${limit}`.execute(db);
  return rows;
}

/** Call with the person locked: answers and contacts of one person change one after the other. */
export async function lockInvitationTo(trx: Trx, person: OfPerson, id: string): Promise<InvitationRow | undefined> {
  const { rows } = await sql<InvitationRow>`
    select * from invitation where ${isTo(person)} and id = ${id} for update`.execute(trx);
  return rows[0];
}

export async function listAwaiting(
  db: Db,
  now: Date,
  { after, limit }: PageWindow<TimeAndId>,
): Promise<InvitationRow[]> {
  const [at = '-infinity', id = '00000000-0000-0000-0000-000000000000'] = after ?? [];
  const { rows } = await sql<InvitationRow>`
    select * from invitation where state = 'awaiting_approval' and expires_at > ${now}
      and (answered_at, id) > (${at}::timestamptz, ${id}::uuid)
    order by answered_at, id limit ${limit}`.execute(db);
  return rows;
}

export async function listAwaitingOf(trx: Trx, personId: string): Promise<InvitationRow[]> {
  const { rows } = await sql<InvitationRow>`
    select * from invitation where answered_by = ${personId} and state = 'awaiting_approval' order by id`.execute(trx);
  return rows;
}

/** Those whose acceptance needed approval; others do not exist for who decides. */
export async function lockOfOperator(trx: Trx, id: string, now: Date): Promise<InvitationRow | undefined> {
  const { rows } = await sql<InvitationRow>`
    select * from invitation where id = ${id} and expires_at > ${now}
      and (state = 'awaiting_approval' or decided_by is not null) for update`.execute(trx);
  return rows[0];
}

/** Represents the provider, or accepted an invitation to. */
export async function isInvolved(
  trx: Trx,
  { personId, providerId }: { personId: string; providerId: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from assignment where user_id = ${personId} and provider_id = ${providerId}
    union all
    select from invitation where answered_by = ${personId} and provider_id = ${providerId}
      and state in ('awaiting_approval', 'accepted') limit 1`.execute(trx);
  return rows.length > 0;
}

export async function isRepresentativeOf(
  trx: Trx,
  { personId, providerId }: { personId: string; providerId: string },
): Promise<boolean> {
  const row = await trx
    .selectFrom('assignment')
    .select('id')
    .where('user_id', '=', personId)
    .where('provider_id', '=', providerId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
