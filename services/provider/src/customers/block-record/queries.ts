import { isOlder, type PageWindow, type TimeAndId } from '@trust/service-kit/database/page-window';
import { type Selectable, sql } from 'kysely';
import type { App, Db, Trx } from '../../app.ts';
import type { CustomerBlock } from '../../db/schema.ts';
import { keptHashDays } from '../../provider-record/names.ts';

type Names = Pick<App, 'names'>;
type Parties = { providerId: string; customerId: string };
export type BlockRow = Pick<Selectable<CustomerBlock>, 'enquiry_id' | 'blocked_at'> & { category_key: string };

/** Whether it was not blocked before. */
export async function insertBlock(trx: Trx, of: Parties & { enquiryId: string; at: Date }): Promise<boolean> {
  const { providerId: provider_id, customerId: customer_id, enquiryId: enquiry_id, at: blocked_at } = of;
  const inserted = await trx
    .insertInto('customer_block')
    .values({ provider_id, customer_id, enquiry_id, blocked_at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('enquiry_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function hasBlock(trx: Trx, enquiryId: string): Promise<boolean> {
  const { rows } = await sql`select from customer_block where enquiry_id = ${enquiryId}`.execute(trx);
  return rows.length > 0;
}

/** By any enquiry of the customer. */
export async function deleteBlock(trx: Trx, of: Parties & { enquiryId: string }): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    delete from customer_block where provider_id = ${of.providerId}
      and (customer_id = ${of.customerId} or enquiry_id = ${of.enquiryId})`.execute(trx);
  return numAffectedRows > 0n;
}

/** Newest first. Those of erased people until they end. */
export async function findBlocks(
  db: Db,
  { providerId, at }: { providerId: string; at: Date },
  { after, limit }: PageWindow<TimeAndId>,
): Promise<BlockRow[]> {
  const { rows } = await sql<BlockRow>`
    select b.enquiry_id, b.blocked_at, e.category_key from customer_block b join enquiry e on e.id = b.enquiry_id
    where b.provider_id = ${providerId} and (b.kept_until is null or b.kept_until > ${at})
      and ${isOlder('b.blocked_at', 'b.enquiry_id', after)}
    order by b.blocked_at desc, b.enquiry_id desc limit ${limit}`.execute(db);
  return rows;
}

/** The person, another account of one of their mailboxes, or who comes back after an erasure. */
export async function isBlocked(db: Db, app: Names, of: Parties & { at: Date }): Promise<boolean> {
  const { providerId, customerId, at } = of;
  const hashes = await mailboxHashesOf(db, app, customerId);
  const { rows } = await sql`
    select from customer_block b
    where b.provider_id = ${providerId} and (
      b.customer_id = ${customerId}
      or exists (
        select from verified_contacts own join verified_contacts other on other.mailboxes && own.mailboxes
        where own.person_id = ${customerId} and other.person_id = b.customer_id)
      or b.hashes && ${hashes}::bytea[] and b.kept_until > ${at})
    limit 1`.execute(db);
  return rows.length > 0;
}

/** Call before the contacts of the person are deleted. Who has none leaves nothing to recognise. */
export async function eraseBlocksOf(trx: Trx, app: Names, customerId: string, erasedAt: Date): Promise<void> {
  const hashes = await mailboxHashesOf(trx, app, customerId);
  if (hashes.length === 0) await trx.deleteFrom('customer_block').where('customer_id', '=', customerId).execute();
  const kept_until = new Date(erasedAt.getTime() + keptHashDays * 86_400_000);
  await sql`
    update customer_block set customer_id = null, hashes = ${hashes}::bytea[], kept_until = ${kept_until}
    where customer_id = ${customerId}`.execute(trx);
}

async function mailboxHashesOf(db: Db, { names }: Names, personId: string): Promise<Buffer[]> {
  const { rows } = await sql<{ mailbox: string }>`
    select unnest(mailboxes) as mailbox from verified_contacts where person_id = ${personId}`.execute(db);
  return rows.map(({ mailbox }) => names.keptHashOf(Buffer.from(`block:${mailbox}`)));
}
