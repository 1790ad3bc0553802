import type { Trx } from '../../app.ts';
import type { PublishedMedia } from './media-of.ts';

export async function saveMedia(
  trx: Trx,
  media: { mediaId: string; providerId: string; kind: string; published: PublishedMedia; at: string },
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
