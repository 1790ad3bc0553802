import { mutantsOf } from './mutant.ts';

const refusals = 'src/case/refusals/queries.ts';
const refusalsTest = 'src/case/refusals/refusals.test.ts';
const reviews = 'src/customers/reviews/queries.ts';
const complaints = 'src/registration/duplicates/complaints.test.ts';
const reviewsTest = 'src/customers/reviews/own-reviews.test.ts';

/** What follows a person to another provider, and what does not follow another person of the same provider. */
export const mutants = [
  ...mutantsOf('services/verification', [
    [refusals, ' and own.ended_at is null', '', refusalsTest],
    [refusals, 'where d.decided_at < related.until', 'where true', refusalsTest],
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
    [reviews, " and v.kind = 'individual'", '', reviewsTest],
    [reviews, 's.named_at <= i.recorded_at and ', '', reviewsTest],
    [reviews, ' and s.ended_at > i.recorded_at', ' and s.ended_at is not null', reviewsTest],
  ]),
];
