import { mutantsOf } from './mutant.ts';

const refusals = 'src/case/refusals/refusals.test.ts';
const others = 'src/outcome/claims/other-providers.test.ts';
const elsewhere = 'src/outcome/claims/doubted-claims.test.ts';
const query = 'src/case/refusals/queries.ts';
const whose = 'src/db/migrations/0027-person-of-document.sql';
const doubts = 'src/outcome/claims/doubt-queries.ts';
const guard = 'src/db/migrations/0003-decisions.sql';
const guards = 'src/outcome/claims/claim-guards.test.ts';
const gravity = 'src/case/refusals/grave-doubt.ts';
const claims = 'src/outcome/claims/doubted-claims.ts';

/** Whoever was refused does not try again at once, and a doubt reaches every category (docs/domain/case.md 18, claim.md 12). */
export const mutants = mutantsOf('services/verification', [
  [query, "(f.person_id is null or r.claim_about = 'person'", '(true', refusals],
  [query, "(f.person_id is null or r.claim_about = 'person'", '(f.person_id is null or true', refusals],
  [
    query,
    'group by theirs.provider_id\n    union all ${aboutThePersonOf(of)}',
    'group by theirs.provider_id',
    refusals,
  ],
  [doubts, "eb('provider_id', '=', providerId), ofPeople", "eb('provider_id', '=', providerId)", others],
  [
    doubts,
    'sql<boolean>`subject_id in (select id from claim_subject where person_id = any(${personIds}::uuid[]))`',
    'sql<boolean>`true`',
    others,
  ],
  ['src/outcome/claims/change-claim.ts', 'isOwn ? ofCause', 'true ? ofCause', others],
  [guard, 's.person_id = person_of_document(', 'false and s.person_id = person_of_document(', others],
  [guard, 's.person_id = person_of_document(', 'true or s.person_id = person_of_document(', guards],
  [whose, '(select person_id from claim_subject where id = named)', 'null', refusals],
  [whose, '(s.ended_at is null or s.ended_at > e.confirmed_at)', 'true', refusals],
  [whose, 'order by s.named_at limit', 'order by s.named_at desc limit', refusals],
  [query, 'where is_in_force(d, l.claim_type)', '', refusals],
  ['src/outcome/appeals/appeal-lines.ts', '{ ...result, refusals }', 'result', elsewhere],
  [query, "l.result = 'refused' and l.check_result = 'failed'", 'false', refusals],
  [query, 'and i.is_final', 'and false', refusals],
  [query, '.filter(({ against }) => against.length > 0)', '', 'src/outcome/claims/refused-since.test.ts'],
  [gravity, 'reason_codes.some((code) => graveReasons.includes(code)) ||', '', refusals],
  [
    gravity,
    'if (reason_codes.length === 0) return false;',
    '',
    'src/case/opening-and-ending/withdraw-verification-case.test.ts',
    refusals,
  ],
  ['src/case/opening-and-ending/opening-rules.ts', '), refusedUntil]', ')]', refusals],
  ['src/case/refusals/wait-after-refusals.ts', 'provider_id === providerId ? end : ', '', refusals],
  ['src/case/refusals/wait-after-refusals.ts', 'provider_id === providerId', 'true', refusals],
  ['src/case/refusals/wait-after-refusals.ts', 'until.getTime() % dayMs === 0', 'false', refusals],
  ['src/case/views/views.ts', '.filter(({ against }) => against.includes(requirement.claim_type))', '', refusals],
  [claims, 'doubtsEveryClaim(ended) || (', 'true || (', elsewhere],
  [gravity, " || claim_end_reason === 'safety_concern'", '', elsewhere],
  [gravity, " || reason_codes.includes('document_not_authentic')", '', elsewhere],
  [
    'src/outcome/appeals/create-appeal-decision.ts',
    'await restoreDoubtedClaims(trx, app, { found, decisionId: appealed.id, appealId: appeal.id });',
    '',
    elsewhere,
  ],
  ['src/outcome/decisions/lines.ts', 'one.refused_at >= check.checked_at', 'false', elsewhere],
  ['src/outcome/decisions/lines.ts', 'one.is_grave && one.against', 'one.against', elsewhere],
  [
    'src/case/opening-and-ending/opening-rules.ts',
    " && state !== 'suspended' && validUntil > now",
    ' && validUntil > now',
    elsewhere,
  ],
  [gravity, '!reason_codes.some((code) => curableReasons.includes(code))', 'false', refusals],
  [
    'src/outcome/appeals/create-appeal-recommendation.ts',
    'if (!(await mayOthersDecide(trx, locked.appeal, asking.actor.userId)))',
    'if (false)',
    'src/outcome/appeals/nobody-else.test.ts',
  ],
  [claims, "result === 'refused' && check.result === 'failed'", 'true', elsewhere],
  [claims, 'await openReviewOf(trx, app, { providerId, categoryKey }, theirs);', 'void categoryKey;', elsewhere],
  [
    'src/outcome/claims/stands-against.ts',
    ' || staysSuspendedDuringAppeal(decision)',
    '',
    'src/outcome/appeals/grave-doubt.test.ts',
  ],
  [gravity, " || decision.claim_end_reason === 'granted_in_error'", '', 'src/outcome/appeals/grave-doubt.test.ts'],
  [
    'src/db/migrations/0003-decisions.sql',
    "if new.reason = 'appeal_pending' and exists",
    'if false and exists',
    'src/outcome/appeals/grave-doubt.test.ts',
  ],
  [
    'src/outcome/appeals/access.ts',
    "if (!representativePermissions[assignment.role].includes(ofOwners)) throw new Problem('forbidden');",
    '',
    'src/outcome/appeals/appeals.test.ts',
  ],
  [
    'src/outcome/decisions/create-decision.ts',
    'grantsClaims(outcome) && !grantsClaims(recommended.outcome)',
    'false',
    'src/outcome/decisions/within-recommendation.test.ts',
  ],
  [
    'src/case/review/create-recommendation.ts',
    "if (isDoubtful && refusedClaims === undefined) throw invalid('refusedClaims', 'required');",
    '',
    'src/outcome/decisions/within-recommendation.test.ts',
  ],
  [
    'src/outcome/decisions/create-decision.ts',
    'recommended.refused_claims.includes(type)',
    'false',
    'src/outcome/decisions/within-recommendation.test.ts',
  ],
  [
    'src/db/migrations/0016-recommended-limitations.sql',
    ' or new.claim_type = any (r.refused_claims)',
    '',
    'src/outcome/decisions/within-recommendation.test.ts',
  ],
  [
    'src/db/migrations/0004-appeals-and-duties.sql',
    "if new.outcome in ('verified', 'verified_with_limitations') and exists (",
    'if false and exists (',
    'src/outcome/decisions/within-recommendation.test.ts',
  ],
  [
    'src/case/corrections/create-correction-request.ts',
    'await assertRead(trx, { caseId: found.id, userId: actor.userId }, readable(items), now);',
    '',
    'src/case/corrections/marked-documents.test.ts',
  ],
  [
    'src/case/corrections/create-correction-request.ts',
    'reason_codes.every((code) => unreadable.includes(code))',
    'reason_codes.some((code) => unreadable.includes(code))',
    'src/case/corrections/marked-documents.test.ts',
  ],
  [
    'src/case/corrections/create-correction-request.ts',
    "['document_illegible', 'consent_missing'] satisfies",
    "['document_illegible'] satisfies",
    'src/case/corrections/marked-documents.test.ts',
  ],
  [
    'src/db/migrations/0028-cases-under-review.sql',
    'and a.assignee_id = person and worked_for(a))',
    'and a.assignee_id = person)',
    'src/duties/untouched-duty.test.ts',
  ],
  [
    'src/db/migrations/0004-appeals-and-duties.sql',
    "a.duty <> 'appeal' and worked_for(a))",
    "a.duty <> 'appeal')",
    'src/duties/untouched-duty.test.ts',
  ],
  [
    'src/db/migrations/0005-reading.sql',
    'or exists (select from correction_request where case_id = held.case_id and requested_by = held.assignee_id)',
    '',
    'src/duties/untouched-duty.test.ts',
  ],
  [
    'src/db/migrations/0005-reading.sql',
    'and k.checked_by = held.assignee_id)',
    'and false)',
    'src/duties/untouched-duty.test.ts',
  ],
]);
