import { sql } from 'kysely';
import type { App, Db, Trx } from '../../app.ts';
import type { ProviderKind } from '../../db/schema.ts';
import { keptHashDays } from '../../provider-record/names.ts';

type Hashes = { kind: 'name' | 'contact'; hash: Buffer }[];

/** Call before its names and the contacts of the person are deleted, if operators had it in question. The names of an organisation stay. */
export async function keepHashes(
  trx: Trx,
  { names }: Pick<App, 'names'>,
  {
    providerId,
    kind,
    personId,
    erasedAt,
  }: { providerId: string; kind: ProviderKind; personId: string; erasedAt: Date },
): Promise<void> {
  const { rows } = await sql<Hashes[number]>`
    select 'name' as kind, key as hash from used_name where provider_id = ${providerId} and kind = 'name' and ${kind === 'individual'}
    union
    select 'contact', convert_to(unnest(mailboxes), 'UTF8') from verified_contacts where person_id = ${personId}`.execute(
    trx,
  );
  if (rows.length === 0) return;
  const keptUntil = new Date(erasedAt.getTime() + keptHashDays * 86_400_000);
  await trx
    .insertInto('kept_hash')
    .values(
      rows.map(({ kind, hash }) => ({
        ...{ provider_id: providerId, kind },
        ...{ hash: names.keptHashOf(hash), kept_until: keptUntil },
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Of its names, and of the contacts of those who represent it, as they would have been kept. */
export async function hashesOf(db: Db, { names }: Pick<App, 'names'>, providerId: string): Promise<Buffer[]> {
  const { rows } = await sql<{ hash: Buffer }>`
    select key as hash from used_name where provider_id = ${providerId} and kind = 'name'
    union
    select convert_to(unnest(v.mailboxes), 'UTF8')
    from verified_contacts v join representative r on r.user_id = v.person_id
    where r.provider_id = ${providerId} and r.ended_at is null`.execute(db);
  return rows.map(({ hash }) => names.keptHashOf(hash));
}

/** Providers that the person answers for in claims, or did within the year before (docs/domain/erasure.md 45). */
export async function findAnsweredFor(trx: Trx, personId: string, erasedAt: Date): Promise<string[]> {
  const { rows } = await sql<{ provider_id: string }>`
    select distinct provider_id from claim_subject
    where user_id = ${personId} and about = 'person' and (ended_at is null or ended_at > ${erasedAt}::timestamptz - interval '1 year')
    order by provider_id`.execute(trx);
  return rows.map(({ provider_id }) => provider_id);
}

/** Open providers of people who share a mailbox with the person. */
export async function findProvidersOfMailboxes(trx: Trx, personId: string): Promise<string[]> {
  const { rows } = await sql<{ provider_id: string }>`
    select distinct r.provider_id
    from verified_contacts own join verified_contacts other on other.mailboxes && own.mailboxes
    join representative r on r.user_id = other.person_id and r.ended_at is null
    where own.person_id = ${personId} order by r.provider_id`.execute(trx);
  return rows.map(({ provider_id }) => provider_id);
}
