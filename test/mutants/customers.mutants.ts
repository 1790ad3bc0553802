import { mutantsOf } from './mutant.ts';

export const mutants = mutantsOf('services/provider', [
  [
    'src/customers/enquiries/states.ts',
    "state === 'sent' && answer_due_at <= at",
    "state === 'sent' && false",
    'src/customers/enquiries',
  ],
  [
    'src/customers/enquiries/move-enquiry.ts',
    'if (row?.provider_id !== providerId)',
    'if (!row)',
    'src/customers/enquiries',
  ],
  [
    'src/customers/enquiries/side-of.ts',
    'if (!own || isOther',
    'if (!own || false && isOther',
    'src/customers/enquiries',
  ],
  ['src/customers/disputes/states.ts', '&& response_due_at <= at', '&& false', 'src/customers/disputes'],
  ['src/customers/reviews/queries.ts', '${withHidden} or not r.is_hidden', 'true', 'src/customers/reviews'],
  [
    'src/customers/reviews/create-review.ts',
    'if (interaction?.customer_id !== input.actor.userId)',
    'if (!interaction)',
    'src/customers/reviews',
  ],
  [
    'src/customers/moderation-decisions/on-moderation-decided.ts',
    "if (request?.state !== 'open') return;",
    'if (!request) return;',
    'src/customers/reviews',
  ],
  [
    'src/customers/moderation-decisions/on-moderation-decided.ts',
    'await lockSubject(trx, kind, subjectId);',
    '',
    'src/customers/moderation-decisions',
  ],
  [
    'src/personal-data/own-opinions.ts',
    'await lockReviewsOf(trx, personId);',
    '',
    'src/customers/moderation-decisions',
  ],
  [
    'src/customers/moderation/request-moderation.ts',
    "if (!permissions.includes('reviews.moderate')) return;",
    'return;',
    'src/customers/moderation-decisions',
  ],
  ['src/customers/moderation/request-moderation.ts', '...earlier, ', '', 'src/customers/moderation-decisions'],
  [
    'src/customers/review-flags/create-review-flag.ts',
    'else await involveModerator(trx, row.id, input.actor);',
    '',
    'src/customers/moderation-decisions',
  ],
  [
    'src/customers/review-flags/create-review-response-flag.ts',
    'else await involveModerator(trx, response.id, input.actor);',
    '',
    'src/customers/moderation-decisions',
  ],
  [
    'src/customers/review-responses/put-review-response.ts',
    "if (before && before.state !== 'published') throw conflict(examined);",
    '',
    'src/customers/review-responses',
  ],
  [
    'src/customers/reviews/withdraw-review.ts',
    'if (row?.author_id !== input.actor.userId)',
    'if (!row)',
    'src/customers/reviews/own-reviews.test.ts',
  ],
  [
    'src/customers/reviews/withdraw-review.ts',
    'await withdrawRequest(trx, row.id, at);',
    '',
    'src/customers/reviews/own-reviews.test.ts',
  ],
  [
    'src/customers/reviews/withdraw-review.ts',
    'await endExamination(trx, row.id, at);',
    '',
    'src/customers/moderation-decisions',
  ],
  [
    'src/customers/reports/create-provider-report.ts',
    'await lockProvider(trx, provider.id);',
    '',
    'src/customers/reports',
  ],
  ['src/customers/reports/queries.ts', " and m.state = 'open'", '', 'src/customers/reports'],
  ['src/customers/reports/queries.ts', ' and r.reason_code = ${reasonCode}', '', 'src/customers/reports'],
]);
