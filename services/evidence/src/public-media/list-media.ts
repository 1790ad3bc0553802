import { PageQuery } from '@trust/contracts/page';
import { pageOfAll } from '@trust/service-kit/http/cursor';
import { route } from '../app.ts';
import { mediaViews } from './media-view.ts';
import { MediaPage } from './schema.ts';

export const listMedia = route(
  {
    method: 'get',
    path: '/provider-workspace/me/media',
    summary: 'List the images for the public profile',
    description:
      'The newest 100, with their state, the reason of a refusal, and the public URLs of those that are published. Withdrawn and abandoned uploads are not listed.',
    access: 'provider.profile.manage',
    scope: 'workspace',
    query: PageQuery,
    responds: { status: 200, body: MediaPage },
  },
  async (input, app) => {
    const media = await mediaViews(app, input.providerId, { language: input.request.language });
    return pageOfAll(input, app.cursors, media, ({ id }) => id);
  },
);
