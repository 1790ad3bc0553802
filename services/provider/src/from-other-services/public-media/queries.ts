import type { Trx } from '../../app.ts';
import type { PublishedMedia } from './media-of.ts';

type Saved = {
  mediaId: string;
  providerId: string;
  uploaderId: string;
  kind: string;
  published: PublishedMedia;
  at: string;
};

export async function saveMedia(
  trx: Trx,
  { mediaId, providerId, uploaderId, kind, published, at }: Saved,
): Promise<void> {
  const { alt, sizes } = published;
  const facts = { alt, sizes: JSON.stringify(sizes), published_at: at, uploader_id: uploaderId };
  await trx
    .insertInto('public_media')
    .values({ media_id: mediaId, provider_id: providerId, kind, ...facts })
    .onConflict((conflict) => conflict.column('media_id').doUpdateSet(facts))
    .execute();
}

export async function deleteMedia(trx: Trx, mediaId: string): Promise<void> {
  await trx.deleteFrom('public_media').where('media_id', '=', mediaId).execute();
}
