import { mutantsOf } from './mutant.ts';

const claims = 'src/outcome/claims';
const standing = 'src/case/refusals/standing-refusals.ts';
const announce = 'src/case/refusals/announce-refusals.ts';
const own = 'src/case/refusals/standing-refusals.test.ts';
const elsewhere = `${claims}/other-providers.test.ts`;
const reviewed = `${claims}/review-doubted-claims.test.ts`;
const refusals = 'src/case/refusals/queries.ts';
const ended = 'src/db/migrations/0022-ended-with-doubt.sql';
const whose = 'src/db/migrations/0027-person-of-document.sql';
const subjects = 'src/interventions/on-claim-subject-changed.ts';

/** Categories that the public must not see, claims of the same person elsewhere, and doubts that nobody judged. */
export const mutants = mutantsOf('services/verification', [
  [standing, " || claim_end_reason === 'safety_concern'", '', own],
  [standing, "claim_about === 'person' || claim_end_reason === 'safety_concern'", 'true', own],
  ['src/case/refusals/grave-doubt.ts', "  if (claim_end_reason === 'safety_concern') return true;", '', own],
  [standing, '[...new Set(against)]', '[refusal.claim_type]', own],
  [standing, 'is_decided && is_grave', 'is_grave', own],
  [standing, 'is_decided && is_grave', 'is_decided', own],
  [standing, 'refusal.provider_id === providerId && ', '', elsewhere],
  [standing, 'refusal.first_refused_at', 'refusal.refused_at', own],
  [announce, 'if (isDeepStrictEqual(found, { refusals, waits })) return false;', '', own],
  [announce, '[providerId, ...others]', '[providerId]', elsewhere],
  [refusals, ' union all ${earlier}', '', elsewhere],
  [refusals, "r.claim_type and l.result = 'granted'", 'r.claim_type', elsewhere],
  [refusals, ' and not is_judged_later(d, l.claim_type)', '', elsewhere],
  [
    refusals,
    '    and person_of_document(c.provider_id, k.evidence_version_id, k.subject_id) = f.person_id',
    '',
    elsewhere,
  ],
  [refusals, 'sql`${answeredFor} ${notGrantedThere}`', 'answeredFor', elsewhere],
  [refusals, 'first.at < f.until', 'f.refused_at < f.until', elsewhere],
  [refusals, 'own.ended_at as until', "'infinity'::timestamptz as until", elsewhere],
  [whose, 'e.uploaded_by = person', 'false', elsewhere],
  [whose, 'e.uploaded_by = person', 'true', elsewhere],
  [whose, 's.is_one_person or exists', 'true or exists', elsewhere],
  [whose, 's.is_one_person or exists', 'exists', elsewhere],
  [whose, 'select e.uploaded_by from', 'select null::uuid from', elsewhere],
  [whose, 's.provider_id = of_provider and s.person_id = person', 's.provider_id = of_provider', elsewhere],
  [`${claims}/doubted-claims.ts`, 'await doubtedOf(answeringIds)', 'await doubtedOf([])', elsewhere],
  [
    `${claims}/doubted-claims.ts`,
    'const claims = await doubtedOf(personIds);',
    'const claims = await doubtedOf(answeringIds);',
    elsewhere,
  ],
  [refusals, ' or answers_elsewhere(f.provider_id, f.version, f.person_id)', ' or true', elsewhere],
  [refusals, "c.for_appeal and c.state = 'closed'", 'false', reviewed],
  [refusals, 'appealed.reason_codes, ', '', reviewed],
  [ended, " or new.state = 'closed' and new.for_appeal", '', reviewed],
  [`${claims}/review-doubted-claims.ts`, 'active.length === claims.length && ', '', reviewed],
  [
    `${claims}/unconfirmed-claims.ts`,
    'reason: endReasonOf(decision), cause }',
    "reason: 'safety_concern', cause }",
    own,
  ],
  [subjects, "if (named.about === 'person') await announceRefusals(trx, app, named.providerId);", '', elsewhere],
  [
    'src/interventions/on-override-approved.ts',
    'requestedAt ?? occurredAt',
    'occurredAt',
    'src/interventions/on-override-approved.test.ts',
  ],
  [
    'src/interventions/on-override-approved.ts',
    'if (await isUnconfirmedSince(trx, claim.id, asked)) return false;',
    '',
    'src/interventions/on-override-approved.test.ts',
  ],
]);
