import type { PayloadOf } from '@trust/contracts/event';
import type { publicMediaChanged } from '@trust/contracts/events/evidence';
import { sql } from 'kysely';
import type { Db, Trx } from '../../app.ts';

type Published = NonNullable<PayloadOf<typeof publicMediaChanged>['published']>;
export type MediaRow = { kind: 'profile' | 'work'; alt: string; sizes: Published['sizes'] };

export async function saveMedia(
  trx: Trx,
  media: { mediaId: string; providerId: string; kind: string; published: Published; at: string },
): Promise<void> {
  const facts = { alt: media.published.alt, sizes: JSON.stringify(media.published.sizes), published_at: media.at };
  await trx
    .insertInto('public_media')
    .values({ media_id: media.mediaId, provider_id: media.providerId, kind: media.kind, ...facts })
    .onConflict((conflict) => conflict.column('media_id').doUpdateSet(facts))
    .execute();
}

export async function deleteMedia(trx: Trx, mediaId: string): Promise<void> {
  await trx.deleteFrom('public_media').where('media_id', '=', mediaId).execute();
}

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
