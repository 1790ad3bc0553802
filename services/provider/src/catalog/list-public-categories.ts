import { Page, PageQuery } from '@trust/contracts/page';
import type { PageWindow } from '@trust/service-kit/database/page-window';
import { findPage } from '@trust/service-kit/http/cursor';
import { route } from '../app.ts';
import { type ActiveCategory, readCatalog } from './queries.ts';
import { PublicCategory } from './schema.ts';

export const listPublicCategories = route(
  {
    method: 'get',
    path: '/public/categories',
    summary: 'List public categories',
    description: 'By key. `claims` explains for each claim type what was checked and what was not.',
    access: 'public',
    cache: 'public',
    query: PageQuery,
    responds: { status: 200, body: Page(PublicCategory).meta({ id: 'PublicCategoryPage' }) },
  },
  async (input, { db, cursors }) => {
    const categories = (await readCatalog(db)).sort((a, b) => (a.category_key < b.category_key ? -1 : 1));
    return findPage(
      input,
      cursors,
      async ({ after: [last] = [''], limit }: PageWindow<readonly [categoryKey: string]>) =>
        categories.filter(({ category_key }) => category_key > last).slice(0, limit),
      {
        positionOf: ({ category_key }) => [category_key],
        item: publicCategoryBody,
      },
    );
  },
);

function publicCategoryBody({ category_key, label, requirements }: ActiveCategory) {
  const claims = requirements.map(({ claim: { type, about, statement, methods, limitations } }) => ({
    type,
    ...(about && { about }),
    statement,
    methods,
    limitations,
  }));
  return { key: category_key, label, claims };
}
