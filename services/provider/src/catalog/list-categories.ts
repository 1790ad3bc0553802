import { labelsOfRequirement } from '@trust/contracts/cases/requirement-labels';
import { Page, PageQuery } from '@trust/contracts/page';
import { pageOfAll } from '@trust/service-kit/http/cursor';
import { route } from '../app.ts';
import { kindsOf } from './kinds-of.ts';
import { type ActiveCategory, readCatalog } from './queries.ts';
import { Category } from './schema.ts';

export const listCategories = route(
  {
    method: 'get',
    path: '/catalog/categories',
    summary: 'List categories',
    description: 'The categories by key, with the requirements in force.',
    access: 'session',
    cache: 'public',
    query: PageQuery,
    responds: { status: 200, body: Page(Category).meta({ id: 'CategoryPage' }) },
  },
  async (input, { db, cursors }) =>
    pageOfAll(input, cursors, (await readCatalog(db)).map(categoryBody), ({ key }) => key),
);

function categoryBody({
  id,
  category_key: key,
  label,
  number,
  policy_version: policyVersion,
  requirements,
}: ActiveCategory) {
  const providerKinds = kindsOf(requirements);
  return {
    key,
    label,
    providerKinds,
    requirementVersion: { id, number, policyVersion },
    requirements: requirements.map((one) => ({
      ...one,
      ...labelsOfRequirement({ ...one, claimType: one.claim.type }),
    })),
  };
}
