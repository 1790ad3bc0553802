import { type Selectable, sql } from 'kysely';
import type { App, Db, NameSealer, Trx } from '../../app.ts';
import type { DisplayName } from '../../db/schema.ts';
import { openName } from '../../provider-record/names.ts';
import type { ProviderRow } from '../../provider-record/provider-row.ts';
import { wordsStateOf } from './name-state.ts';
import { findAddress } from './public-address.ts';

export type NameState = 'waiting' | 'accepted' | 'refused' | 'withdrawn';
export type NameRow = Selectable<DisplayName> & { wrapped: Buffer | null };
/** What operators are asked about together. */
export type Words = { name: string; summary: string | null; website: string | null; premisesId: string | null };
/** `words` is null after an erasure. */
export type NameVersion = { row: NameRow; words: Words | null };

type Names = Pick<App, 'names'>;

const versions = (db: Db) =>
  db
    .selectFrom('display_name as n')
    .leftJoin('name_key as k', 'k.owner_id', 'n.provider_id')
    .selectAll('n')
    .select('k.wrapped');

function opened(app: Names, row: NameRow | undefined): NameVersion | undefined {
  if (!row) return undefined;
  const key = { ownerId: row.provider_id, wrapped: row.wrapped };
  const name = openName(app, key, row.id, row.sealed);
  const summary = row.sealed_summary && openName(app, key, summaryIdOf(row.id), row.sealed_summary);
  const website = row.sealed_website && openName(app, key, websiteIdOf(row.id), row.sealed_website);
  return { row, words: name === null ? null : { name, summary, website, premisesId: row.premises_id } };
}

/** The texts of a version cannot change places. */
const summaryIdOf = (id: string) => `${id} summary`;
const websiteIdOf = (id: string) => `${id} website`;

export function sealWords(sealer: NameSealer, id: string, { name, summary, website, premisesId }: Words) {
  return {
    premises_id: premisesId,
    sealed: sealer.seal(id, name),
    sealed_summary: summary === null ? null : sealer.seal(summaryIdOf(id), summary),
    sealed_website: website === null ? null : sealer.seal(websiteIdOf(id), website),
  };
}

export async function findVersion(db: Db, app: Names, id: string): Promise<NameVersion | undefined> {
  return opened(app, await versions(db).where('n.id', '=', id).executeTakeFirst());
}

export async function findVersions(db: Db, app: Names, providerId: string): Promise<NameVersion[]> {
  const rows = await versions(db).where('n.provider_id', '=', providerId).orderBy('n.requested_at').execute();
  return rows.flatMap((row) => opened(app, row) ?? []);
}

export async function findProviderOfName(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('display_name').select('provider_id').where('id', '=', id).executeTakeFirst();
  return row?.provider_id;
}

export async function findWaiting(db: Db, app: Names, providerId: string): Promise<NameVersion | undefined> {
  const waiting = versions(db).where('n.provider_id', '=', providerId).where('n.state', '=', 'waiting');
  return opened(app, await waiting.executeTakeFirst());
}

/** The last version that was accepted by this time. */
export async function findAcceptedBy(
  db: Db,
  app: Names,
  providerId: string,
  at: Date,
): Promise<NameVersion | undefined> {
  const accepted = versions(db)
    .where('n.provider_id', '=', providerId)
    .where('n.state', '=', 'accepted')
    .where('n.ended_at', '<=', at)
    .orderBy('n.ended_at', 'desc')
    .limit(1);
  return opened(app, await accepted.executeTakeFirst());
}

/** Names of accepted versions that operators refused after this time. */
export async function findRefusedNames(db: Db, app: Names, providerId: string, after: Date | null): Promise<string[]> {
  const refused = versions(db)
    .where('n.provider_id', '=', providerId)
    .where('n.is_name_kept', '=', false)
    .where('n.refused_at', '>=', after);
  return (await refused.execute()).flatMap((row) => opened(app, row)?.words?.name ?? []);
}

/** The version of the words that the provider has now; null if operators were not asked about them. */
export async function findNameId(db: Db, provider: ProviderRow): Promise<string | null> {
  const address = await findAddress(db, provider.id);
  if (wordsStateOf(provider, address?.isAccepted ?? null) === 'accepted') return provider.public_name_id;
  const last = db
    .selectFrom('display_name')
    .select('id')
    .where('provider_id', '=', provider.id)
    .where('state', 'in', ['waiting', 'refused'])
    .orderBy('requested_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1);
  return (await last.executeTakeFirst())?.id ?? null;
}

type NewVersion = Pick<NameRow, 'id' | 'provider_id' | 'requested_at'> &
  ReturnType<typeof sealWords> & {
    state?: NameState;
    ended_at?: Date;
  };

export async function insertVersion(trx: Trx, row: NewVersion): Promise<void> {
  await trx.insertInto('display_name').values(row).execute();
}

export async function endVersion(trx: Trx, id: string, state: NameState, at: Date): Promise<void> {
  await trx.updateTable('display_name').set({ state, ended_at: at }).where('id', '=', id).execute();
}

export async function refuseVersion(trx: Trx, id: string, isNameKept: boolean, at: Date): Promise<void> {
  const refused = { refused_at: at, is_name_kept: isNameKept };
  await trx.updateTable('display_name').set(refused).where('id', '=', id).execute();
}

/** More say nothing new. */
export const shownRefusals = 5;
type Refused = { decision_reason: string; ended_at: Date };

/** Of other words of the provider within a year, newest first, also those that had been accepted. */
export async function findRefusals(
  db: Db,
  { providerId, nameId, at }: { providerId: string; nameId: string; at: Date },
): Promise<Refused[]> {
  const { rows } = await sql<Refused>`
    select decision_reason, ended_at from moderation_request
    where provider_id = ${providerId} and kind = 'name' and outcome = 'refused' and subject_id <> ${nameId}
      and ended_at > ${at}::timestamptz - interval '1 year'
    order by ended_at desc, id desc`.execute(db);
  return rows;
}

/** The words of a name in one alphabet, without accents and signs. */
export async function nameWords(db: Db, name: string): Promise<string> {
  const { rows } = await sql<{ words: string }>`select provider_name_words(${name}) as words`.execute(db);
  return rows[0]?.words ?? '';
}
