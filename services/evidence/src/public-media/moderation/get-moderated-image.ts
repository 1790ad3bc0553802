import { publicMediaRead } from '@trust/contracts/events/public-media';
import { RawReply } from '@trust/service-kit/http/reply';
import { emit } from '@trust/service-kit/outbox/outbox';
import { notFound } from '@trust/service-kit/problems/problem';
import { audit, route } from '../../app.ts';
import { MissingObject } from '../../object-store.ts';
import { findModerated, listRenditions } from '../queries.ts';
import { ImageQuery, MediaParams } from '../schema.ts';

export const getModeratedImage = route(
  {
    method: 'get',
    path: '/operations/media/{mediaId}/image',
    summary: 'View an image under moderation',
    description:
      'The image as the public would see it, drawn anew without metadata. Each read is audited before the first byte. The upload itself is not shown. Whoever decides about the image got it in the size `large`, to its last byte, and its description with `GET /operations/media/{mediaId}`.',
    access: 'reviews.moderate',
    limit: 'privileged-operation',
    params: MediaParams,
    query: ImageQuery,
    streams: true,
    responds: { status: 200, media: ['image/webp'] },
    problems: ['not-found'],
  },
  async (input, { db, store, now }) => {
    const { actor, params, query } = input;
    const media = await findModerated(db, params.mediaId, actor);
    const rendition = media && (await listRenditions(db, [media.id])).find(({ size }) => size === query.size);
    if (!rendition) throw notFound();
    await db.transact((trx) =>
      audit(trx, input, {
        objectType: 'public_media',
        objectId: params.mediaId,
        after: { size: query.size, state: media.state },
      }),
    );
    const bytes = await store.read(rendition.object_key).catch((error) => {
      throw error instanceof MissingObject ? notFound() : error;
    });
    const headers = {
      'Content-Disposition': `inline; filename="${params.mediaId}.webp"`,
      'Content-Security-Policy': "sandbox; default-src 'none'",
      'Content-Length': String(rendition.size_bytes),
    };
    const read = { mediaId: media.id, part: 'image' as const, readerId: actor.userId };
    return new RawReply(bytes, 'image/webp', headers, {
      ...(query.size === 'large' && {
        onSent: () => db.transact((trx) => emit(trx, publicMediaRead, { ...read, occurredAt: now().toISOString() })),
      }),
    });
  },
);
