import { route } from '../app.ts';
import { openUpload } from '../upload/opening/open-upload.ts';
import { findMedia, insertMedia } from './queries.ts';
import { MediaCreate, MediaUpload } from './schema.ts';

export const createMedia = route(
  {
    method: 'post',
    path: '/provider-workspace/me/media',
    summary: 'Upload an image for the public profile',
    description:
      'PUT each part to its URL, in any order, then confirm the image. The same request shows which parts have arrived and signs new URLs (200); if the session has ended, it creates another one (201). At most 20 images of a provider are in use. `alt` is what people read who do not see the image: it is approved with the image.',
    access: 'provider.profile.manage',
    scope: 'workspace',
    limit: 'media-upload',
    body: MediaCreate,
    responds: { status: 201, also: [200], body: MediaUpload, location: '/provider-workspace/me/media' },
    problems: ['intent-contract', 'state-conflict', 'consent-required', 'rate-limited'],
  },
  async (input, app) => {
    const { kind, alt, ...file } = input.body;
    const contract = { ...file, caseId: null, requirementKey: null, documentKind: kind };
    const options = { contract, renews: true, purpose: 'public_media' as const };
    return openUpload(input, app, options, async (intent, { trx, isNew }) => {
      const { id, clientIntentKey, mediaType, sizeBytes, state, attemptCount, createdAt, session } = intent;
      if (isNew) {
        const of = { provider_id: input.providerId, uploaded_by: input.actor.userId };
        await insertMedia(trx, { id, ...of, kind, alt, created_at: new Date(createdAt) });
      }
      const media = await findMedia(trx, input.providerId, id);
      const image = { id, clientIntentKey, kind, alt: media?.alt ?? null, mediaType, sizeBytes };
      return { ...image, state, attemptCount, createdAt, session };
    });
  },
);
