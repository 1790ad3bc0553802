import { Page } from '@trust/contracts/page';
import type { Language } from '@trust/contracts/text';
import { reply } from '@trust/service-kit/reply';
import { route } from '../app.ts';
import { byLanguage, type French, limitationFields } from './limitations.ts';
import { type ActiveVersion, readCatalog } from './queries.ts';
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
  async ({ request }, { db }) => {
    const { versions, french } = await readCatalog(db);
    const items = versions.map((version) => publicCategoryBody(version, french, request.language));
    return reply({ items, nextCursor: null }, byLanguage);
  },
);

function publicCategoryBody({ category_key, label, requirements }: ActiveVersion, french: French, language: Language) {
  const claims = requirements.map(({ claim }) => ({
    ...claim,
    ...limitationFields(claim.limitations, french, language),
  }));
  return { key: category_key, label, claims };
}
