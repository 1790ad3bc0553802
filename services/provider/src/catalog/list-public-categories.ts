import { Page, PageQuery } from '@trust/contracts/page';
import type { Language } from '@trust/contracts/values/text';
import type { PageWindow } from '@trust/service-kit/database/page-window';
import { findPage } from '@trust/service-kit/http/cursor';
import { reply } from '@trust/service-kit/http/reply';
import { route } from '../app.ts';
import { byLanguage, limitationFields } from './limitations.ts';
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
    const page = await findPage(
      input,
      cursors,
      async ({ after: [last] = [''], limit }: PageWindow<readonly [categoryKey: string]>) =>
        categories.filter(({ category_key }) => category_key > last).slice(0, limit),
      {
        positionOf: ({ category_key }) => [category_key],
        item: (category) => publicCategoryBody(category, input.request.language),
      },
    );
    return reply(page, byLanguage);
  },
);

function publicCategoryBody({ category_key, label, requirements }: ActiveCategory, language: Language) {
  const claims = requirements.map(({ claim: { type, about, statement, methods, limitationTexts } }) => ({
    type,
    ...(about && { about }),
    statement,
    methods,
    ...limitationFields(limitationTexts, language),
  }));
  return { key: category_key, label, claims };
}
