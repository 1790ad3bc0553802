import { Page } from '@trust/contracts/page';
import { route } from '../app.ts';
import { type ActiveVersion, listActiveVersions } from './queries.ts';
import { Category } from './schema.ts';

export const listCategories = route(
  {
    method: 'get',
    path: '/catalog/categories',
    summary: 'The categories that can be offered, each with the requirements in force',
    description: 'The catalogue is short: it always comes as one page.',
    access: 'session',
    cache: 'public',
    responds: { status: 200, body: Page(Category).meta({ id: 'CategoryPage' }) },
  },
  async (_input, { db }) => ({ items: (await listActiveVersions(db)).map(categoryBody), nextCursor: null }),
);

function categoryBody({ id, category_key, label, number, policy_version, requirements }: ActiveVersion) {
  return { key: category_key, label, requirementVersion: { id, number, policyVersion: policy_version }, requirements };
}
