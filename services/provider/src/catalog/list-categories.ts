import { Page } from '@trust/contracts/page';
import type { Language } from '@trust/contracts/values/text';
import { reply } from '@trust/service-kit/http/reply';
import { route } from '../app.ts';
import { byLanguage, limitationFields } from './limitations.ts';
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
  async ({ request }, { db }) => {
    const items = (await readCatalog(db)).map((category) => categoryBody(category, request.language));
    return reply({ items, nextCursor: null }, byLanguage);
  },
);

function categoryBody(category: ActiveCategory, language: Language) {
  const { id, category_key: key, label, number, policy_version: policyVersion } = category;
  const requirements = category.requirements.map(({ claim, ...requirement }) => ({
    ...requirement,
    claim: { ...claim, ...limitationFields(claim.limitationTexts, language) },
  }));
  return { key, label, requirementVersion: { id, number, policyVersion }, requirements };
}
