import { mutantsOf } from './mutant.ts';

const premises = 'src/directory/claim-verification/claimed-premises.ts';
const test = 'src/directory/claim-verification/claimed-premises.test.ts';
const page = 'src/customers/claims/presented-provider.ts';

export const mutants = [
  ...mutantsOf('services/provider', [
    [premises, "if (claim.about !== 'premises') return null;", '', test],
    [premises, ' || place.subject_id !== claim.subject_id', '', test],
    [premises, '${publicAddress(sql`${providerId}::uuid`)}', 'm.address_label', test],
  ]),
  ...mutantsOf('services/website', [
    [page, " || card?.about === 'premises'", '', 'src/customers/claims/verified-premises.test.ts'],
    [page, "texts[place ? 'here' : 'noPlace']", 'texts.here', 'src/customers/claims/verified-premises.test.ts'],
  ]),
];
