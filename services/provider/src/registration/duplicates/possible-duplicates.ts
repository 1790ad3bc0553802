import type { DuplicateReason as Reasons } from '@trust/contracts/events/provider';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { App, Db, Trx } from '../../app.ts';
import { hashesOf } from './kept-hashes.ts';

const maxResults = 20;

export type DuplicateReason = z.output<typeof Reasons>;

export type PossibleDuplicate = {
  id: string;
  public_provider_id: string;
  display_name: string;
  state: 'draft' | 'active' | 'suspended' | 'closed';
  same: DuplicateReason[];
  is_erased: boolean;
  /** Somebody was erased while operators had it in question. */
  has_hashes: boolean;
  /** When a measure of operators against one of both last began. */
  in_question_at: Date | null;
};

/** Of closed providers only those in question; no two drafts, of which nobody reads anything (docs/domain/provider-record.md 35). */
export async function findPossibleDuplicates(
  db: Db,
  app: Pick<App, 'names' | 'now'>,
  providerId: string,
): Promise<PossibleDuplicate[]> {
  const hashes = await hashesOf(db, app, providerId);
  return (await possibleDuplicatesOf(providerId, hashes, app.now()).execute(db)).rows;
}

/** The open providers for which `findPossibleDuplicates` finds this closed one, which is in question. */
export async function findOpenDuplicates(
  trx: Trx,
  app: Pick<App, 'now'>,
  closedId: string,
): Promise<PossibleDuplicate[]> {
  return (await possibleDuplicatesOf(closedId, [], app.now(), 'closed').execute(trx)).rows;
}

export function possibleDuplicatesOf(
  providerId: string,
  hashes: readonly Buffer[],
  at: Date,
  of: 'open' | 'closed' = 'open',
): RawBuilder<PossibleDuplicate> {
  const isClosed = of === 'closed';
  return sql`
    with this as materialized (
      select id, state, provider_name_key(display_name) as name_key, provider_website_key(website) as website_key
      from provider where id = ${providerId} and (state = 'closed') = ${isClosed}::boolean
    ), found as (
      select o.id, 'name' as reason
      from this join provider o on provider_name_key(o.display_name) = this.name_key
      union
      select o.id, 'website'
      from this join provider o on provider_website_key(o.website) = this.website_key and o.website is not null
      union
      select theirs.provider_id, case when o.state = 'closed' or ${isClosed} then ours.kind else 'registered_name' end
      from this join used_name ours on ours.provider_id = this.id
      join used_name theirs on theirs.kind = ours.kind and theirs.key = ours.key
      join provider o on o.id = theirs.provider_id
      where o.state = 'closed' or ${isClosed} or exists (
        select from claim_subject s where s.id in (ours.subject_id, theirs.subject_id) and s.ended_at is null)
      union
      select theirs.provider_id, 'contact'
      from this join representative ours on ours.provider_id = this.id
      join representative theirs on theirs.user_id = ours.user_id
      union
      select theirs.provider_id, 'contact'
      from this join invitation ours on ours.provider_id = this.id and ours.state = 'sent'
      join invitation theirs on theirs.contact_key = ours.contact_key and theirs.state = 'sent'
      union
      select k.provider_id, k.kind
      from this join kept_hash k on k.hash = any(${hashes}::bytea[]) and k.kept_until > ${at}
    )
    select o.id, o.public_provider_id, o.display_name, o.state, array_agg(found.reason order by found.reason) as same,
      o.kind = 'individual' and kept.has_hashes as is_erased, kept.has_hashes,
      greatest(in_question_at(o.id), in_question_at(${providerId})) as in_question_at
    from found join provider o on o.id = found.id
      cross join lateral (
        select exists (select from kept_hash k where k.provider_id = o.id and k.kept_until > ${at}) as has_hashes
      ) kept
    where (o.state <> 'closed' or not ${isClosed} and was_in_question(o.id))
      and o.id <> ${providerId} and (o.state <> 'draft' or (select state from this) <> 'draft')
    group by o.id, kept.has_hashes
    order by case o.state when 'active' then 1 when 'draft' then 2 else 0 end, o.created_at, o.id limit ${maxResults}`;
}

/** Whether operators had it suspended, refused it or were about to decide. */
export async function wasInQuestion(trx: Trx, providerId: string): Promise<boolean> {
  const { rows } = await sql<{ was: boolean }>`select was_in_question(${providerId}) as was`.execute(trx);
  return rows[0]?.was === true;
}

/** The second of two concurrent writes of a name or website waits and finds the first. The order of the keys avoids deadlocks. */
export async function lockNameAndWebsite(trx: Trx, providerId: string): Promise<void> {
  // First, as `lockContacts`: who registers while identity announces their contacts is found by one of both.
  await sql`
    select pg_advisory_xact_lock(hashtextextended('contacts ' || user_id, 0)) from (
      select user_id from representative where provider_id = ${providerId} and ended_at is null order by user_id) as r`.execute(
    trx,
  );
  await sql`
    select pg_advisory_xact_lock(hashtextextended('provider name ' || provider_name_key(display_name), 0)),
      pg_advisory_xact_lock(hashtextextended('provider website ' || provider_website_key(website), 0))
    from provider where id = ${providerId}`.execute(trx);
  await sql`
    select pg_advisory_xact_lock(hashtextextended('used name ' || encode(key, 'hex'), 0))
    from (select key from used_name where provider_id = ${providerId} and kind = 'name' order by key) as k`.execute(
    trx,
  );
}

export async function lockContacts(trx: Trx, personId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('contacts ' || ${personId}::text, 0))`.execute(trx);
}
