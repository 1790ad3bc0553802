import { sql } from 'kysely';
import type { Db, Trx } from '../../app.ts';
import { publicName } from '../public-name.ts';
import type { MediaRow } from '../queries.ts';

/** Approved and not public yet, or ended and perhaps still in the public folder. */
export async function findDueMedia(db: Db, limit: number): Promise<Pick<MediaRow, 'id' | 'state'>[]> {
  const { rows } = await sql<Pick<MediaRow, 'id' | 'state'>>`
    (select id, state from public_media where state in ('rejected', 'withdrawn') and placed_at is not null
      order by changed_at limit ${limit})
    union all
    (select id, state from public_media where state = 'approved' and published_at is null order by changed_at limit ${limit})`.execute(
    db,
  );
  return rows;
}

export async function markPlaced(db: Db, id: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('public_media')
    .set({ placed_at: at })
    .where('id', '=', id)
    .where('state', '=', 'approved')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export function markPublished(trx: Trx, id: string, at: Date): Promise<MediaRow> {
  return trx
    .updateTable('public_media')
    .set({ published_at: at })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function clearPlaced(db: Db, id: string): Promise<void> {
  await db.updateTable('public_media').set({ placed_at: null }).where('id', '=', id).execute();
}

/** Returns those images of this media that other approved media have as well. */
export async function namesInUse(db: Db, mediaId: string): Promise<Set<string>> {
  const { rows } = await sql<{ sha256: Buffer }>`
    select other.sha256 from media_rendition own
    join media_rendition other on other.sha256 = own.sha256 and other.media_id <> own.media_id
    join public_media media on media.id = other.media_id
    where own.media_id = ${mediaId} and media.state = 'approved'`.execute(db);
  return new Set(rows.map(({ sha256 }) => publicName(sha256)));
}

/** `objectKey`: of the private image with the same bytes. */
export type PublicImage = { isPublic: boolean; sizeBytes: number; objectKey: string };

/**
 * Undefined unless the image was public once. Public: published media of a provider whose profile is
 * public, with no suspension in force (promise M4: read by the clock).
 */
export async function findPublicImage(db: Db, sha256: Buffer, now: Date): Promise<PublicImage | undefined> {
  const { rows } = await sql<PublicImage>`
    select bool_or(media.state = 'approved' and coalesce(publication.is_public, false) and not exists (
        select from listing_suspension suspension
        where suspension.provider_id = media.provider_id and suspension.ends_at > ${now})) as "isPublic",
      max(rendition.size_bytes) as "sizeBytes", (array_agg(rendition.object_key order by media.state = 'approved' desc))[1] as "objectKey"
    from media_rendition rendition join public_media media on media.id = rendition.media_id
    left join provider_publication publication on publication.provider_id = media.provider_id
    where rendition.sha256 = ${sha256} and media.published_at is not null
    having count(*) > 0`.execute(db);
  return rows[0];
}
