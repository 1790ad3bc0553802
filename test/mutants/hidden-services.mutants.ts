import { mutantsOf } from './mutant.ts';

const hidden = 'src/listing/hidden-services.test.ts';
const tell = 'src/listing/record-holds.ts';
const missing = 'src/listing/missing-claims.ts';
const subjects = 'src/provider-record/claim-subjects.ts';
const stops = 'src/from-other-services/publication/is-stopped.ts';

/** Who is hidden knows it, and what shows the service again (docs/domain/provider-record.md 9, 31). */
export const mutants = mutantsOf('services/provider', [
  ['src/listing/refresh-listing.ts', '  await recordHolds(trx, providerId, at);\n', '', hidden],
  [tell, '${at}, is_offered from held', '${at}, true from held', hidden],
  [tell, 'and not h.is_told and held.is_offered', 'and not h.is_told', hidden],
  [tell, 'and not h.is_told and held.is_offered', 'and held.is_offered', hidden],
  [tell, 'and not exists (select from held where held.category_key = h.category_key)', '', hidden],
  [tell, 'where is_told and is_offered', 'where is_told', hidden],
  [tell, 'where is_told and is_offered', 'where is_offered', hidden],
  [tell, 'changed.length === 1 ? (changed[0] ?? null) : null', 'changed[0] ?? null', hidden],
  [missing, 'v.id = s.requirement_version_id desc, ', '', hidden],
  [missing, 'select distinct claim_type', 'select claim_type', hidden],
  [
    'src/registration/services/select-service.ts',
    'await findMissingClaims(trx, providerId, version.category_key)',
    '[]',
    hidden,
  ],
  [subjects, '  await refreshListing(trx, providerId, named_at);\n', '', hidden],
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
