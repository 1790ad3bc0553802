import { notFound } from '@trust/service-kit/http/problem';
import { reply } from '@trust/service-kit/http/reply';
import { route } from '../app.ts';
import { confirmUpload } from '../upload-intents/confirming/confirm-upload.ts';
import { mediaView } from './media-view.ts';
import { findMedia } from './queries.ts';
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
    const isConfirmed = media.state !== 'uploading';
    if (!isConfirmed) await confirmUpload(input, app, { intentId: mediaId, purpose: 'public_media' });
    const view = await mediaView(app, providerId, { language: request.language, mediaId });
    return reply(view, { status: isConfirmed ? 200 : 201, changed: !isConfirmed });
  },
);
