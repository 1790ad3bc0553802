import { publicMediaChanged, publicMediaSnapshot } from '@trust/contracts/events/public-media';
import { on } from '../../app.ts';
import { deleteMedia, saveMedia } from './queries.ts';

export const onPublicMediaChanged = [publicMediaChanged, publicMediaSnapshot].map((type) =>
  on(type, async ({ mediaId, providerId, uploaderId, kind, state, published, occurredAt: at }, { trx }) => {
    if (published) await saveMedia(trx, { mediaId, providerId, uploaderId, kind, published, at });
    if (state === 'removed') await deleteMedia(trx, mediaId);
  }),
);
