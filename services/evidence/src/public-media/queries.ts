import type { Actor } from '@trust/contracts/actor';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db, Trx } from '../app.ts';
import type { MediaState, PublicMedia } from '../db/schema.ts';
import type { Rendition } from '../examiner.ts';

export type MediaRow = Selectable<PublicMedia>;
export type StoredRendition = Omit<Rendition, 'bytes'> & { objectKey: string; sizeBytes: number; sha256: Buffer };

export async function insertMedia(
  trx: Trx,
  media: Pick<MediaRow, 'id' | 'provider_id' | 'uploaded_by' | 'kind' | 'created_at'> & { alt: string },
): Promise<void> {
  await trx
    .insertInto('public_media')
    .values({ ...media, changed_at: media.created_at })
    .execute();
}

/** Undefined for media of another provider. */
export function findMedia(db: Db, providerId: string, id: string): Promise<MediaRow | undefined> {
  return db
    .selectFrom('public_media')
    .selectAll()
    .where('id', '=', id)
    .where('provider_id', '=', providerId)
    .executeTakeFirst();
}

export function lockMedia(trx: Trx, id: string): Promise<MediaRow | undefined> {
  return trx.selectFrom('public_media').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

const maxListed = 100;
const abandonedAfterMs = 30 * 86_400_000;

type MediaFilter = { providerId: string; now: Date; mediaId?: string };

/** Newest first, without those that were withdrawn or abandoned. */
export function listMediaOf(db: Db, { providerId, now, mediaId }: MediaFilter) {
  const abandonedBefore = new Date(now.getTime() - abandonedAfterMs);
  let media = db
    .selectFrom('public_media as media')
    .innerJoin('upload_intent as intent', 'intent.id', 'media.id')
    .selectAll('media')
    .select(['intent.client_intent_key', 'intent.media_type', 'intent.size_bytes'])
    .where('media.provider_id', '=', providerId)
    .where('media.state', '<>', 'withdrawn')
    .where((eb) => eb.or([eb('media.state', '<>', 'uploading'), eb('media.created_at', '>', abandonedBefore)]));
  if (mediaId) media = media.where('media.id', '=', mediaId);
  return media.orderBy('media.created_at', 'desc').orderBy('media.id', 'desc').limit(maxListed).execute();
}

export function listRenditions(db: Db, mediaIds: readonly string[]) {
  return db
    .selectFrom('media_rendition')
    .selectAll()
    .where('media_id', '=', sql<string>`any(${mediaIds}::uuid[])`)
    .orderBy('media_id')
    .orderBy('width')
    .orderBy('size', 'desc')
    .execute();
}

export async function insertRenditions(trx: Trx, mediaId: string, renditions: readonly StoredRendition[]) {
  const rows = renditions.map(({ size, width, height, objectKey, sizeBytes, sha256 }) => ({
    media_id: mediaId,
    size,
    width,
    height,
    sha256,
    object_key: objectKey,
    size_bytes: sizeBytes,
  }));
  await trx.insertInto('media_rendition').values(rows).execute();
}

type Change = { state: MediaState; at: Date; reason?: string };

/** Returns the changed row. Call with the media locked, and the transition checked. */
export function moveMedia(trx: Trx, id: string, { state, at, reason }: Change): Promise<MediaRow> {
  return trx
    .updateTable('public_media')
    .set({ state, changed_at: at, ...(reason && { reason }) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The bytes of the original are deleted after 30 days, as those of withdrawn evidence. */
export async function withdrawOriginal(trx: Trx, mediaId: string, at: Date): Promise<void> {
  await sql`
    update evidence_processing set state = 'withdrawn', next_scan_at = null, changed_at = ${at}
    where state in ('pending_scan', 'available', 'unscannable')
      and version_id = (select id from evidence_version where intent_id = ${mediaId})`.execute(trx);
}

/** All of a provider, or the profile images that a person uploaded for organisations, or for this one. */
export type MediaOf = { providerId: string } | { portraitsBy: string; ofProvider?: string };

function isOf(of: MediaOf): RawBuilder<boolean> {
  if ('providerId' in of) return sql`provider_id = ${of.providerId}`;
  const { portraitsBy, ofProvider = null } = of;
  return sql`uploaded_by = ${portraitsBy} and kind = 'profile' and provider_id = coalesce(${ofProvider}, provider_id) and not exists (
    select from provider_publication provider where provider.provider_id = public_media.provider_id and is_individual)`;
}

export async function findLiveMedia(trx: Trx, of: MediaOf): Promise<string[]> {
  const rows = await trx
    .selectFrom('public_media')
    .select('id')
    .where(isOf(of))
    .where('state', 'not in', ['rejected', 'refused', 'withdrawn'])
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

export async function deleteAlts(trx: Trx, of: MediaOf): Promise<void> {
  await trx.updateTable('public_media').set({ alt: null }).where(isOf(of)).where('alt', 'is not', null).execute();
}

/** Scanned and not ended. Undefined for representatives of its provider. */
export function findModerated(db: Db, id: string, actor: Pick<Actor, 'assignments'>): Promise<MediaRow | undefined> {
  const own = actor.assignments.map(({ providerId }) => providerId);
  return db
    .selectFrom('public_media')
    .selectAll()
    .where('id', '=', id)
    .where('state', 'in', ['pending', 'approved'])
    .where(sql<boolean>`provider_id <> all(${own}::uuid[])`)
    .executeTakeFirst();
}
