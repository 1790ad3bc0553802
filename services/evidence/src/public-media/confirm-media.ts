import { reply } from '@trust/service-kit/http/reply';
import { notFound } from '@trust/service-kit/problems/problem';
import { type Db, route } from '../app.ts';
import { confirmUpload } from '../upload/confirming/confirm-upload.ts';
import { mediaView } from './media-view.ts';
import { findMedia, moveMedia } from './queries.ts';
import { Media, MediaParams } from './schema.ts';

export const confirmMedia = route(
  {
    method: 'post',
    path: '/provider-workspace/me/media/{mediaId}/confirm',
    summary: 'Confirm an image for the public profile',
    description:
      'Stores the image in quarantine. It is scanned, drawn anew without metadata, and published once an operator approves it. Confirming it again returns it (200).',
    access: 'provider.profile.manage',
    scope: 'workspace',
    limit: 'media-upload',
    params: MediaParams,
    responds: { status: 201, also: [200], body: Media, location: '/provider-workspace/me/media' },
    problems: ['not-found', 'confirmation-scope', 'upload-state', 'state-conflict'],
  },
  async (input, app) => {
    const { providerId, request } = input;
    const { mediaId } = input.params;
    const media = await findMedia(app.db, providerId, mediaId);
    if (!media || media.state === 'withdrawn') throw notFound();
    const view = (db: Db) => mediaView({ ...app, db }, providerId, { language: request.language, mediaId });
    if (media.state !== 'uploading') return reply(await view(app.db), { status: 200, changed: false });
    const selector = { intentId: mediaId, purpose: 'public_media' as const };
    return confirmUpload(input, app, selector, async ({ confirmedAt }, trx) => {
      await moveMedia(trx, mediaId, { state: 'processing', at: new Date(confirmedAt) });
      return view(trx);
    });
  },
);
