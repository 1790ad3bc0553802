import { mutantsOf } from './mutant.ts';

const refusals = 'src/case/refusals/queries.ts';
const refusalsTest = 'src/case/refusals/refusals.test.ts';
const doubted = 'src/outcome/claims/doubted-claims.ts';
const doubtedTest = 'src/outcome/claims/doubted-claims.test.ts';
const reviewed = 'src/outcome/claims/review-doubted-claims.test.ts';
const contradictory = 'src/case/review/contradictory-reasons.test.ts';
const reviews = 'src/customers/reviews/queries.ts';
const complaints = 'src/registration/duplicates/complaints.test.ts';
const erased = 'src/registration/duplicates/erased-in-question.test.ts';
const mailbox = 'src/customers/both-sides/one-mailbox.test.ts';
const stopped = 'src/customers/enquiries/stopped-provider.test.ts';
const reviewsTest = 'src/customers/reviews/own-reviews.test.ts';

/** Rules that follow a person: refusals and doubts, complaints, contacts on both sides, opinions, portraits. */
export const mutants = [
  ...mutantsOf('services/evidence', [
    [
      'src/public-media/queries.ts',
      ' and provider_id = coalesce(${ofProvider}, provider_id)',
      '',
      'src/public-media/erased-uploader.test.ts',
    ],
    ['src/subscriptions.ts', '  onRepresentativeEnded,', '', 'src/public-media/erased-uploader.test.ts'],
  ]),
  ...mutantsOf('services/verification', [
    [refusals, 'where own.ended_at is null and', 'where', refusalsTest],
    [refusals, 'and own.ended_at is null and theirs', 'and theirs', refusalsTest],
    [refusals, ' and first.at < f.until', '', refusalsTest],
    [
      refusals,
      "'infinity'::timestamptz as until, own.person_id",
      "'-infinity'::timestamptz as until, own.person_id",
      refusalsTest,
    ],
    [refusals, "last on last.result = 'failed'", 'last on true', refusalsTest],
    [
      doubted,
      "doubtsEveryClaim(ended) || (requirement.claim_about === 'person' && isGrave(ended))",
      'doubtsEveryClaim(ended)',
      doubtedTest,
    ],
    [doubted, "requirement.claim_about === 'person' && ", '', doubtedTest],
    [doubted, ' && isGrave(ended)', '', doubtedTest],
    [doubted, 'const ofPerson = forged.includes(identityType)', 'const ofPerson = false', doubtedTest],
    ['src/case/record/requirements.ts', ' and later.checked_by <> k.checked_by', '', contradictory],
    ['src/case/record/requirements.ts', "k.result <> 'clear' and exists", 'exists', contradictory],
    ['src/outcome/decisions/create-decision.ts', 'checks: all,', 'checks,', contradictory],
    ['src/case/review/create-recommendation.ts', 'checks: all,', 'checks,', contradictory],
    [doubted, 'const ofPerson = forged.includes(identityType)', 'const ofPerson = forged.length > 0', doubtedTest],
    ['src/db/migrations/0022-ended-with-doubt.sql', 'i.case_id = new.id and i.is_final', 'false', reviewed],
    ['src/db/migrations/0022-ended-with-doubt.sql', "where last.result = 'failed'", 'where false', reviewed],
    [
      'src/outcome/claims/review-doubted-claims.ts',
      'case_id === id && (is_grave || reason_codes.length === 0)',
      'case_id === id && is_grave',
      reviewed,
    ],
    [
      'src/outcome/claims/review-doubted-claims.ts',
      'case_id === id && (is_grave || reason_codes.length === 0)',
      'case_id === id && reason_codes.length === 0',
      reviewed,
    ],
    [
      'src/outcome/claims/review-doubted-claims.ts',
      'if (active.length === claims.length && reviewed.every(Boolean))',
      'if (false)',
      reviewed,
    ],
    ['src/outcome/claims/review-doubted-claims.ts', ' && reviewed.every(Boolean)', '', reviewed],
    [
      'src/outcome/claims/review-doubted-claims.ts',
      'doubted.filter(({ valid_until }) => valid_until > now)',
      'doubted',
      reviewed,
    ],
    [
      'src/case/opening-and-ending/withdraw-verification-case.ts',
      'if (isOperator) await assertClear(trx, found.id);',
      "if (found.kind === 'review') await assertClear(trx, found.id);",
      'src/case/opening-and-ending/withdraw-verification-case.test.ts',
    ],
    ['src/case/views/views.ts', 'one.provider_id === found.provider_id', 'true', refusalsTest],
  ]),
  ...mutantsOf('services/provider', [
    ['src/customers/reports/create-provider-report.ts', 'await flagComplaint(trx, app, provider.id);', '', complaints],
    [
      'src/customers/moderation-decisions/on-moderation-decided.ts',
      "if (kind === 'report' || kind === 'dispute') await flagComplaint",
      "if (kind === 'report') await flagComplaint",
      complaints,
    ],
    [
      'src/registration/duplicates/flag-duplicates.ts',
      'found.length > 0 && (await wasInQuestion(trx, id))',
      'found.length > 0',
      complaints,
    ],
    [
      'src/registration/duplicates/kept-hashes.ts',
      " and (ended_at is null or ended_at > ${erasedAt}::timestamptz - interval '1 year')",
      '',
      erased,
    ],
    [
      'src/personal-data/on-person-erased.ts',
      '  await keepAnsweredFor(trx, app, personId, new Date(erasedAt));',
      '',
      erased,
    ],
    ['src/db/migrations/0026-kept-hashes.sql', 'other.mailboxes && own.mailboxes', 'false', mailbox],
    [
      'src/customers/enquiries/create-enquiry.ts',
      'if (await isOwnCustomer(trx, { customerId: actor.userId, providerId })) throw ownProvider();',
      '',
      mailbox,
    ],
    [
      'src/customers/review-flags/queries.ts',
      "and not has_represented(${userId}, ${providerId}, '-infinity') as has",
      'as has',
      mailbox,
    ],
    ['src/customers/disputes/create-dispute.ts', '> maxOfSide', '> 9', 'src/customers/disputes'],
    ['src/customers/disputes/queries.ts', ' and opened_by = ${opened_by}', '', 'src/customers/disputes'],
    [
      'src/customers/disputes/create-dispute.ts',
      'if (at >= opinionPeriodEndsAt(recordedAt))',
      'if (false)',
      'src/customers/disputes',
    ],
    [
      'src/customers/disputes/create-dispute.ts',
      "row.opened_by === 'provider' ? await findStop",
      'false ? await findStop',
      stopped,
    ],
    [
      'src/customers/disputes/create-dispute.ts',
      "row.opened_by === 'provider' ? await findStop",
      'true ? await findStop',
      stopped,
    ],
    [
      'src/customers/enquiries/enquiry-view.ts',
      "side === 'provider' && isStopped",
      "side === 'provider' && false",
      stopped,
    ],
    ['src/customers/enquiries/enquiry-view.ts', "side === 'provider' && isStopped", 'isStopped', stopped],
    [
      'src/from-other-services/publication/is-stopped.ts',
      '(await isCategoryHeldBack(db, provider_id, category_key)) ?',
      'false ?',
      stopped,
    ],
    [
      'src/from-other-services/claims/on-claim-changed.ts',
      '{ providerId, categoryKey, isForSafety',
      '{ providerId, categoryKey: null, isForSafety',
      stopped,
    ],
    [
      'src/customers/review-flags/queries.ts',
      "r.state in ('published', 'flagged') and exists (",
      'false and exists (',
      'src/customers/review-flags',
    ],
    [
      'src/customers/review-flags/queries.ts',
      'where r.provider_id = ${providerId} and (',
      'where true and (',
      'src/customers/review-flags',
    ],
    ['src/customers/enquiries/decline-enquiry.ts', 'await assertNotStopped(trx, row, at);', '', stopped],
    [reviews, " and v.kind = 'individual'", '', reviewsTest],
    [reviews, " and s.about <> 'premises'", " and s.about = 'person'", reviewsTest],
    [reviews, 's.named_at <= i.recorded_at and ', '', reviewsTest],
    [reviews, ' and s.ended_at > i.recorded_at', ' and s.ended_at is not null', reviewsTest],
    [reviews, 'coalesce(s.same_name_subject_id, s.id) is distinct', 's.id is distinct', reviewsTest],
    [reviews, 'from coalesce(present.same_name_subject_id, present.id)', 'from present.id', reviewsTest],
    [reviews, ' and present.about = s.about', '', reviewsTest],
    [reviews, ' and present.ended_at is null', '', reviewsTest],
  ]),
];
