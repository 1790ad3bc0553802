import { Page } from '@trust/contracts/page';
import type { Language } from '@trust/contracts/text';
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
    description:
      'Returns all categories on one page. `claims` explains for each claim type what was checked and what was not.',
    access: 'public',
    cache: 'public',
    responds: { status: 200, body: Page(PublicCategory).meta({ id: 'PublicCategoryPage' }) },
  },
  async ({ request }, { db }) => {
    const items = (await readCatalog(db)).map((category) => publicCategoryBody(category, request.language));
    return reply({ items, nextCursor: null }, byLanguage);
  },
);

function publicCategoryBody({ category_key, label, requirements }: ActiveCategory, language: Language) {
  const claims = requirements.map(({ claim: { type, statement, methods, limitationTexts } }) => ({
    ...{ type, statement, methods },
    ...limitationFields(limitationTexts, language),
  }));
  return { key: category_key, label, claims };
}
