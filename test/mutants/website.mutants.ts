import { mutantsOf } from './mutant.ts';

export const mutants = mutantsOf('services/website', [
  [
    'src/customers/claims/provider-page.ts',
    'Number(other.hasCurrentClaim) - Number(one.hasCurrentClaim)',
    '0',
    'src/customers/claims/claim-pages.test.ts',
  ],
  ['src/customers/claims/provider-page.ts', ' && !isSaid', '', 'src/customers/claims/claim-pages.test.ts'],
  ['src/customers/claims/provider-page.ts', 'asOf === undefined && ', '', 'src/customers/claims/claim-pages.test.ts'],
  ['src/app.ts', 'requireGatewayProof(website.gatewaySecret), ', '', 'src/app.test.ts'],
  ['src/app.ts', 'if (website.isDevelopment) ', '', 'src/development'],
  ['src/api/public-api.ts', "...(address && { 'x-forwarded-for': String(address) }),", '', 'src'],
  ['src/api/live-document.ts', '.catch(() => undefined)', '', 'src/app.test.ts'],
  ['src/page/error-page.ts', ' || !wantsPage(request)', '', 'src'],
  [
    'src/customers/search/search-query.ts',
    "if (second !== undefined) throw invalid(field, 'invalid_type');",
    '',
    'src/customers/search',
  ],
  [
    'src/customers/search/search-query.ts',
    "if (values.available && values.available !== 'today') throw invalid('available', 'invalid_value');",
    '',
    'src/customers/search',
  ],
  ['src/customers/search/search-query.ts', '...values.others', '', 'src/customers/search'],
]);
