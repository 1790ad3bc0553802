import { reply } from '@trust/service-kit/http/reply';
import { notFound } from '@trust/service-kit/problems/problem';
import { audit, route } from '../app.ts';
import { findMedia } from './queries.ts';
import { MediaParams } from './schema.ts';
import { withdrawMedia } from './withdraw-media.ts';

export const deleteMedia = route(
  {
    method: 'delete',
    path: '/provider-workspace/me/media/{mediaId}',
    summary: 'Delete an image of the public profile',
    description:
      'Cancels its upload; in any later state the image is `withdrawn`. A published image is gone from the profile and its URLs within a second. Deleting it again changes nothing.',
    access: 'provider.profile.manage',
    scope: 'workspace',
    limit: 'media-upload',
    params: MediaParams,
    responds: { status: 204 },
    problems: ['not-found'],
  },
  async (input, { db, now }) => {
    const { providerId, params } = input;
    const before = await db.transact(async (trx) => {
      if (!(await findMedia(trx, providerId, params.mediaId))) throw notFound();
      const media = await withdrawMedia(trx, params.mediaId, now());
      if (media)
        await audit(trx, input, {
          objectType: 'public_media',
          objectId: media.id,
          before: { state: media.state },
          after: { state: 'withdrawn' },
        });
      return media;
    });
    return reply(undefined, { changed: before !== undefined });
  },
);
