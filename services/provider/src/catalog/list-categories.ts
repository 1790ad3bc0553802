import { Page } from '@trust/contracts/page';
import { route } from '../app.ts';
import { type ActiveCategory, readCatalog } from './queries.ts';
import { Category } from './schema.ts';

export const listCategories = route(
  {
    method: 'get',
    path: '/catalog/categories',
    summary: 'List categories',
    description: 'Returns all categories with the requirements in force, on one page.',
    access: 'session',
    cache: 'public',
    responds: { status: 200, body: Page(Category).meta({ id: 'CategoryPage' }) },
  },
  async (_input, { db }) => ({ items: (await readCatalog(db)).map(categoryBody), nextCursor: null }),
);

function categoryBody({
  id,
  category_key: key,
  label,
  number,
  policy_version: policyVersion,
  requirements,
}: ActiveCategory) {
  return { key, label, requirementVersion: { id, number, policyVersion }, requirements };
}
