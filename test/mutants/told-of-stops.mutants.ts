import { mutantsOf } from './mutant.ts';

const told = 'src/customers/enquiries/told-of-stops.test.ts';
const view = 'src/customers/enquiries/enquiry-view.ts';

/** Whom operators, and what ends, let know before they let somebody in (docs/domain/enquiry.md 31). */
export const mutants = mutantsOf('services/provider', [
  [view, 'provider !== undefined && findPublicClaim', 'findPublicClaim', told],
  [view, '&& findPublicClaim(db, provider_id, category_key, at)', '', told],
  [
    'src/registration/services/remove-service.ts',
    'await tellCustomersOfStop(trx, providerId, at, categoryKey);',
    '',
    told,
  ],
  [
    'src/registration/services/remove-service.ts',
    'await tellCustomersOfStop(trx, providerId, at, categoryKey);',
    'await tellCustomersOfStop(trx, providerId, at);',
    told,
  ],
]);
