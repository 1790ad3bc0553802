import { mutantsOf } from './mutant.ts';

const hidden = 'src/listing/hidden-services.test.ts';
const tell = 'src/listing/tell-of-hidden.ts';
const missing = 'src/listing/missing-claims.ts';
const subjects = 'src/provider-record/claim-subjects.ts';
const stops = 'src/from-other-services/publication/is-stopped.ts';

/** Who is hidden knows it, and what shows the service again (docs/domain/provider-record.md 9, 31). */
export const mutants = mutantsOf('services/provider', [
  ['src/listing/refresh-listing.ts', '  await tellOfHidden(trx, providerId);\n', '', hidden],
  [tell, 'from held where is_offered', 'from held', hidden],
  [
    tell,
    'on conflict do nothing returning',
    'on conflict (provider_id, category_key) do update set category_key = excluded.category_key returning',
    hidden,
  ],
  [tell, 'and not exists (select from held where held.category_key = t.category_key)', '', hidden],
  [tell, ' join service using (category_key) where is_offered', '', hidden],
  [tell, 'changed.length === 1 ? (changed[0] ?? null) : null', 'changed[0] ?? null', hidden],
  [missing, 'v.id = s.requirement_version_id desc, ', '', hidden],
  [missing, 'select distinct claim_type', 'select claim_type', hidden],
  [
    'src/registration/services/select-service.ts',
    'await findMissingClaims(trx, providerId, version.category_key)',
    '[]',
    hidden,
  ],
  [subjects, '  await refreshListing(trx, providerId);\n', '', hidden],
  [
    subjects,
    'await recordEnds(trx, { providerId, about: [about] }',
    'await endSubjects(trx, { providerId, about: [about] }',
    hidden,
  ],
  ['src/registration/workspace/readiness.ts', 'current.some(isShown)', 'current.length > 0', hidden],
  ['src/provider-record/publishable.ts', 'hiddenClaims > 0 ?', 'false ?', hidden],
  [stops, "if (await isStoppedByOperators(db, provider_id, at)) return 'operators';", '', hidden],
  [stops, "? 'missing_claim' : undefined", "? 'operators' : undefined", hidden],
]);
