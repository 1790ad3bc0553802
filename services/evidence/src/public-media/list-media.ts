import { route } from '../app.ts';
import { mediaViews } from './media-view.ts';
import { MediaList } from './schema.ts';

export const listMedia = route(
  {
    method: 'get',
    path: '/provider-workspace/me/media',
    summary: 'List the images for the public profile',
    description:
      'The newest 100, with their state, the reason of a refusal, and the public URLs of those that are published. Withdrawn and abandoned uploads are not listed.',
    access: 'provider.profile.manage',
    scope: 'workspace',
    responds: { status: 200, body: MediaList },
  },
  async ({ providerId, request }, app) => ({
    items: await mediaViews(app, providerId, { language: request.language }),
  }),
);
