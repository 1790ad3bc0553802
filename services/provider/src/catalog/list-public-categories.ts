import { Page } from '@trust/contracts/page';
import { route } from '../app.ts';
import { type ActiveVersion, listActiveVersions } from './queries.ts';
import { PublicCategory } from './schema.ts';

export const listPublicCategories = route(
  {
    method: 'get',
    path: '/public/categories',
    summary: 'The categories one can search in, and what their claims mean',
    access: 'public',
    cache: 'public',
    responds: { status: 200, body: Page(PublicCategory).meta({ id: 'PublicCategoryPage' }) },
  },
  async (_input, { db }) => ({ items: (await listActiveVersions(db)).map(publicCategoryBody), nextCursor: null }),
);

function publicCategoryBody({ category_key, label, requirements }: ActiveVersion) {
  return { key: category_key, label, claims: requirements.map(({ claim }) => claim) };
}
