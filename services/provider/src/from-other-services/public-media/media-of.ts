import type { PayloadOf } from '@trust/contracts/event';
import type { publicMediaChanged } from '@trust/contracts/events/public-media';
import { sql } from 'kysely';
import type { Db, Trx } from '../../app.ts';

export type PublishedMedia = NonNullable<PayloadOf<typeof publicMediaChanged>['published']>;
export type Photo = MediaRow & { uploader_id: string };
export type MediaRow = { kind: 'profile' | 'work'; alt: string; sizes: PublishedMedia['sizes'] };

export async function deleteMediaOf(trx: Trx, providerId: string): Promise<void> {
  await trx.deleteFrom('public_media').where('provider_id', '=', providerId).execute();
}

/** The profile image first, then the newest. */
export async function listMedia(db: Db, providerId: string): Promise<MediaRow[]> {
  const { rows } = await sql<MediaRow>`
    select kind, alt, sizes from public_media where provider_id = ${providerId}
    order by kind, published_at desc, media_id`.execute(db);
  return rows;
}

/**
 * The profile image to compare a person with: uploaded by the person responsible, and published since they have their present
 * name (promise T1, docs/domain/public-media.md 21).
 */
export async function findPhoto(db: Db, providerId: string): Promise<Photo | undefined> {
  const { rows } = await sql<Photo>`
    select m.kind, m.alt, m.sizes, m.uploader_id from public_media m
    join claim_subject person on person.provider_id = m.provider_id and person.user_id = m.uploader_id
      and person.ended_at is null and person.named_at <= m.published_at
    where m.provider_id = ${providerId} and m.kind = 'profile'
    order by m.published_at desc, m.media_id limit 1`.execute(db);
  return rows[0];
}
