import { mutantsOf } from './mutant.ts';

export const mutants = mutantsOf('services/provider', [
  [
    'src/directory/claim-verification/claim-status.ts',
    'claim.valid_until > at',
    'claim.valid_until >= at',
    'src/directory/claim-verification',
  ],
  [
    'src/directory/public-providers/is-public.ts',
    " and p.publication = 'published'",
    '',
    'src/directory/claim-verification',
  ],
  [
    'src/directory/signing-keys/stored-key-signer.ts',
    "if (key.is_compromised) return { fault: 'compromised_key' };",
    '',
    'src/directory/signing-keys',
  ],
  [
    'src/directory/signing-keys/key-state.ts',
    'next.signs_from.getTime() + overlapMs',
    'next.signs_from.getTime()',
    'src/directory/signing-keys',
  ],
  [
    'src/directory/public-providers/queries.ts',
    "'evidence_not_authentic', 'granted_in_error'",
    "'evidence_not_authentic'",
    'src/directory/public-providers/past-cards.test.ts',
  ],
  [
    'src/directory/public-providers/queries.ts',
    "'evidence_not_authentic', 'granted_in_error'",
    "'granted_in_error'",
    'src/directory/public-providers/past-cards.test.ts',
  ],
  [
    'src/from-other-services/claims/queries.ts',
    'change_reason = excluded.change_reason, ',
    '',
    'src/directory/public-providers/past-cards.test.ts',
  ],
  [
    '/services/website/src/customers/claims/provider-page.ts',
    '${endOfClaim(card, language)}',
    '',
    '/services/website/src/customers/claims/claim-pages.test.ts',
  ],
  ['src/listing/freshness.ts', 'validUntil <= at', 'validUntil < at', 'src/directory'],
  [
    'src/directory/public-providers/list-public-claims.ts',
    "if (signed && asOf) throw invalid('asOf', 'not_signed');",
    '',
    'src/directory/public-providers',
  ],
  [
    'src/directory/public-providers/queries.ts',
    ' and (s.removed_at is null or s.removed_at > ${at}))',
    ')',
    'src/directory/public-providers',
  ],
  [
    'src/directory/public-providers/queries.ts',
    ' and (s.removed_at is null or s.removed_at > ${at})\n    order by',
    '\n    order by',
    'src/directory/public-providers',
  ],
  ['src/directory/search/search-listings.ts', 'sql`held.until > ${from} and', 'sql`', 'src/directory/search'],
  ['src/directory/search/search-listings.ts', 'or st_intersects(l.area, ${area})', '', 'src/directory/search'],
  [
    'src/directory/search/search-listings.ts',
    'l.available_from <= ${availableBy}',
    'l.available_from is not null',
    'src/directory/search',
  ],
  ['src/listing/rebuild-listings.ts', '.forUpdate()', '', 'src/listing'],
  ['src/listing/refresh-listing.ts', " and p.publication = 'published'", '', 'src/registration/providers'],
  ['src/directory/search/search-listings.ts', ' and ${isNotWithheld(sql`held.id`, at)}`;', '`;', 'src'],
  [
    'src/directory/search/search-providers.ts',
    'if (givenRadius !== undefined && !hasCoordinates && placeId === undefined)',
    'if (false)',
    'src/directory/search/search-providers.test.ts',
  ],
  [
    'src/directory/search/search-providers.ts',
    "if (claims.some((claim) => !known.includes(claim))) throw invalid('claim', 'invalid_value', unknownClaim);",
    '',
    'src/directory/search/search-providers.test.ts',
  ],
  [
    'src/directory/search/schema.ts',
    'z.string().min(1).max(60)',
    'z.string().max(60)',
    'src/directory/search/search-providers.test.ts',
  ],
  [
    'src/directory/public-providers/public-body.ts',
    'sizes.filter(({ name }, at) => sizes.findIndex((one) => one.name === name) === at)',
    'sizes',
    'src/directory/public-providers/public-body.test.ts',
  ],

  [
    'src/directory/search/search-listings.ts',
    'and ${isNotWithheld(sql`claim_id`, at)} and',
    'and',
    'src/from-other-services/publication',
  ],
]);
