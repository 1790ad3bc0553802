import type { Readable } from 'node:stream';
import { matchesIfNoneMatch } from '@trust/service-kit/http/etag';
import { RawReply } from '@trust/service-kit/http/reply';
import { notFound, Problem } from '@trust/service-kit/problems/problem';
import { route } from '../../app.ts';
import { MissingObject } from '../../object-store.ts';
import { hashOfName } from '../public-name.ts';
import { PublicMediaName } from '../schema.ts';
import { findPublicImage } from './queries.ts';

function whenMissing(read: () => Promise<Readable>) {
  return (error: unknown) => {
    if (error instanceof MissingObject) return read();
    throw error;
  };
}

export const getPublicMedia = route(
  {
    method: 'get',
    path: '/public/media/{name}',
    summary: 'Get an image of a public profile',
    description:
      'The name is the SHA-256 of the bytes, so they never change. 410 once the image is withdrawn or rejected, and while its provider is not public: delete your copy. Caches may keep it for 60 seconds.',
    access: 'public',
    cache: 'public',
    limit: 'public-media',
    params: PublicMediaName,
    streams: true,
    responds: { status: 200, also: [304], media: ['image/webp'] },
    problems: ['not-found', 'gone'],
  },
  async ({ params: { name }, request }, { db, store, now }) => {
    const image = await findPublicImage(db, hashOfName(name), now());
    if (!image) throw notFound();
    if (!image.isPublic) throw new Problem('gone');
    const etag = `"${name.slice(0, 64)}"`;
    const headers = {
      'Cache-Control': 'public, max-age=60',
      ETag: etag,
      'Content-Security-Policy': "sandbox; default-src 'none'",
      // Pages of other platforms embed these images, which the gateway's default forbids.
      'Cross-Origin-Resource-Policy': 'cross-origin',
    };
    if (matchesIfNoneMatch(request.header('if-none-match'), etag))
      return new RawReply('', 'image/webp', headers, { status: 304 });
    // A restored store may lack its public folder: the private image has the same bytes.
    const bytes = await store.published
      .read(name)
      .catch(whenMissing(() => store.read(image.objectKey)))
      .catch(whenMissing(() => Promise.reject(new Problem('gone'))));
    return new RawReply(bytes, 'image/webp', { ...headers, 'Content-Length': String(image.sizeBytes) });
  },
);
