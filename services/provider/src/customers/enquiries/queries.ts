import type { EnquiryState } from '@trust/contracts/events/customers';
import { isOlder, type PageWindow, type TimeAndId } from '@trust/service-kit/database/page-window';
import type { AnyTrx } from '@trust/service-kit/database/transaction';
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import type { z } from 'zod';
import type { Db, Trx } from '../../app.ts';
import type { Enquiry, EnquiryContact, EnquiryMessage, Interaction } from '../../db/schema.ts';
import { appealDays } from '../moderation/appeal-days.ts';
import type { DeclineReason } from './schema.ts';
import { type EnquirySide, messageDays } from './states.ts';

export type EnquiryRow = Omit<Selectable<Enquiry>, 'state' | 'ended_by' | 'decline_reason'> & {
  state: EnquiryState;
  ended_by: EnquirySide | null;
  decline_reason: z.output<typeof DeclineReason> | null;
};
export type ListedEnquiry = EnquiryRow & {
  public_provider_id: string;
  display_name: string | null;
  interaction_id: string | null;
  recorded_at: Date | null;
};

/** Undefined if the customer has an open enquiry of this provider and category. */
export async function insertEnquiry(trx: Trx, row: Insertable<Enquiry>): Promise<EnquiryRow | undefined> {
  const { customer_id, provider_id, category_key, sent_at } = row;
  // An enquiry that expired unread still has the place in the unique index.
  await sql`
    update enquiry set state = 'expired', ended_at = answer_due_at
    where customer_id = ${customer_id} and provider_id = ${provider_id} and category_key = ${category_key}
      and state = 'sent' and answer_due_at <= ${sent_at}`.execute(trx);
  const inserted = await trx
    .insertInto('enquiry')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['customer_id', 'provider_id', 'category_key'])
        .where(sql<boolean>`state in ('sent', 'accepted', 'handed_off')`)
        .doNothing(),
    )
    .returningAll()
    .executeTakeFirst();
  return inserted as EnquiryRow | undefined;
}

export async function lockEnquiry(trx: Trx, id: string): Promise<EnquiryRow | undefined> {
  const row = await trx.selectFrom('enquiry').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  return row as EnquiryRow | undefined;
}

type Change = Partial<Pick<EnquiryRow, 'answered_at' | 'ended_at' | 'ended_by' | 'decline_reason'>>;

export async function updateEnquiry(trx: Trx, id: string, state: EnquiryState, change: Change): Promise<void> {
  await trx
    .updateTable('enquiry')
    .set({ state, ...change })
    .where('id', '=', id)
    .execute();
}

const listed = sql`select e.*, p.public_provider_id, p.public_name as display_name, i.id as interaction_id, i.recorded_at
  from enquiry e join provider p on p.id = e.provider_id left join interaction i on i.enquiry_id = e.id`;

export async function findEnquiry(db: Db, id: string): Promise<ListedEnquiry | undefined> {
  const { rows } = await sql<ListedEnquiry>`${listed} where e.id = ${id}`.execute(db);
  return rows[0];
}

export type EnquiryFilter = {
  of: { provider: string } | { customer: string };
  state?: EnquiryState | undefined;
  categoryKey?: string | undefined;
  at: Date;
};

/** Newest first. `state` is that of `at`. */
export async function findEnquiries(
  db: Db,
  { of, state, categoryKey, at }: EnquiryFilter,
  { after, limit }: PageWindow<TimeAndId>,
): Promise<ListedEnquiry[]> {
  const side = 'provider' in of ? sql`e.provider_id = ${of.provider}` : sql`e.customer_id = ${of.customer}`;
  const ofState = state
    ? sql`case when e.state = 'sent' and e.answer_due_at <= ${at} then 'expired' else e.state end = ${state}`
    : sql`true`;
  const { rows } = await sql<ListedEnquiry>`${listed}
    where ${side} and ${ofState} and ${categoryKey ? sql`e.category_key = ${categoryKey}` : sql`true`}
      and ${isOlder('e.sent_at', 'e.id', after)}
    order by e.sent_at desc, e.id desc limit ${limit}`.execute(db);
  return rows;
}

export async function insertContact(trx: Trx, row: Insertable<EnquiryContact>): Promise<void> {
  await trx.insertInto('enquiry_contact').values(row).execute();
}

export function findConsent(trx: Trx, enquiryId: string) {
  return trx
    .selectFrom('enquiry_contact')
    .select(['consent_version', 'consented_at', 'contact_hash'])
    .where('enquiry_id', '=', enquiryId)
    .executeTakeFirst();
}

export async function insertInteraction(trx: Trx, row: Insertable<Interaction>): Promise<void> {
  await trx.insertInto('interaction').values(row).execute();
}

type Contact = { channel: 'sms' | 'email'; identifier: string; name: string | null };

/** Undefined without the interaction that records the disclosure (promise P4). */
export async function findDisclosedContact(db: Db, enquiryId: string): Promise<Contact | undefined> {
  const { rows } = await sql<Contact>`select * from disclosed_contact(${enquiryId})`.execute(db);
  return rows[0];
}

export async function deleteContact(trx: Trx, enquiryId: string): Promise<void> {
  await trx.deleteFrom('enquiry_contact').where('enquiry_id', '=', enquiryId).execute();
}

type MessageRow = Selectable<EnquiryMessage> & { author: EnquirySide };

export async function findMessages(db: Db, enquiryId: string): Promise<MessageRow[]> {
  const rows = await db
    .selectFrom('enquiry_message')
    .selectAll()
    .where('enquiry_id', '=', enquiryId)
    .orderBy('number')
    .execute();
  return rows as MessageRow[];
}

/** While a dispute about its interaction is open, or operators examine it or a review of the work, or an appeal is possible. */
export function isOfOpenQuestion(enquiryId: RawBuilder<unknown>, at: Date): RawBuilder<boolean> {
  const appealableSince = new Date(at.getTime() - appealDays * 86_400_000);
  return sql`exists (
    select from interaction i where i.enquiry_id = ${enquiryId} and (
      exists (select from dispute d where d.interaction_id = i.id and d.ended_at is null)
      or exists (
        select from moderation_request m
        where (m.state = 'open' or m.state = 'decided' and not m.is_appeal and m.ended_at > ${appealableSince})
          and m.subject_id in (
            select id from dispute where interaction_id = i.id
            union all select id from review where interaction_id = i.id
            union all select a.id from review_response a join review r on r.id = a.review_id where r.interaction_id = i.id))))`;
}

export async function isInQuestion(db: Db, enquiryId: string, at: Date): Promise<boolean> {
  const { rows } = await sql`select where ${isOfOpenQuestion(sql`${enquiryId}::uuid`, at)}`.execute(db);
  return rows.length > 0;
}

/** For both sides (docs/domain/enquiry.md 35). Returns how many it deleted. From the messages: most ended enquiries have none. */
export async function deleteOldMessages(trx: AnyTrx, at: Date): Promise<number> {
  const endedBefore = new Date(at.getTime() - messageDays * 86_400_000);
  const { numAffectedRows = 0n } = await sql`
    delete from enquiry_message where ctid = any(array(
      select m.ctid from enquiry_message m join enquiry e on e.id = m.enquiry_id
      where coalesce(e.ended_at, e.answer_due_at) <= ${endedBefore} and (e.ended_at is not null or e.state = 'sent')
        and not ${isOfOpenQuestion(sql`e.id`, at)}
      limit 5000))`.execute(trx);
  return Number(numAffectedRows);
}

/** Call with the enquiry locked. The number after the last one: authors of earlier ones may be erased. */
export async function insertMessage(trx: Trx, row: Omit<Insertable<EnquiryMessage>, 'number'>): Promise<boolean> {
  const number = await nextNumber(trx, row.enquiry_id);
  if (number > maxMessages) return false;
  await trx
    .insertInto('enquiry_message')
    .values({ ...row, number })
    .execute();
  return true;
}

export async function hasRoom(trx: Trx, enquiryId: string): Promise<boolean> {
  return (await nextNumber(trx, enquiryId)) <= maxMessages;
}

async function nextNumber(trx: Trx, enquiryId: string): Promise<number> {
  const { rows } = await sql<{ next: number }>`
    select coalesce(max(number), 0) + 1 as next from enquiry_message where enquiry_id = ${enquiryId}`.execute(trx);
  return rows[0]?.next ?? 1;
}

export const maxMessages = 50;

export function findInteraction(db: Db, id: string) {
  return db.selectFrom('interaction').selectAll().where('id', '=', id).executeTakeFirst();
}
