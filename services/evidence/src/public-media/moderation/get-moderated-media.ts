import { publicMediaRead } from '@trust/contracts/events/public-media';
import { emit } from '@trust/service-kit/outbox/outbox';
import { notFound } from '@trust/service-kit/problems/problem';
import { route } from '../../app.ts';
import { findModerated, listRenditions } from '../queries.ts';
import { MediaParams, ModeratedMedia } from '../schema.ts';

export const getModeratedMedia = route(
  {
    method: 'get',
    path: '/operations/media/{mediaId}',
    summary: 'Get an image under moderation',
    description:
      'What its provider wants to publish: the kind, the description and the sizes, once the scan is clean. Representatives of the provider get 404.',
    access: 'reviews.moderate',
    params: MediaParams,
    responds: { status: 200, body: ModeratedMedia },
    problems: ['not-found'],
  },
  async ({ actor, params, request }, { db, now }) => {
    const media = await findModerated(db, params.mediaId, actor);
    if (!media) throw notFound();
    // HEAD sends no description.
    if (request.incoming.method === 'GET') {
      const read = { mediaId: media.id, part: 'description' as const, readerId: actor.userId };
      await db.transact((trx) => emit(trx, publicMediaRead, { ...read, occurredAt: now().toISOString() }));
    }
    const renditions = await listRenditions(db, [media.id]);
    return {
      id: media.id,
      providerId: media.provider_id,
      kind: media.kind,
      alt: media.alt,
      state: media.state,
      createdAt: media.created_at.toISOString(),
      images: renditions.map(({ size, width, height, size_bytes }) => ({
        size: size as 'small',
        width,
        height,
        sizeBytes: size_bytes,
      })),
    };
  },
);
