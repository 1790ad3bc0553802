import { mutantsOf } from './mutant.ts';

const trigger = 'src/db/migrations/0007-moderation-reads.sql';
const decided = 'src/moderation/decider-has-read.test.ts';
const results = 'src/db/migrations/0014-submission-reads.sql';
const accepted = 'src/field-work/submissions/reviewer-has-read.test.ts';
const announced = 'src/customers/moderation-decisions/content-read.test.ts';

export const mutants = [
  ...mutantsOf('services/operations', [
    [trigger, 'r.subject_id = new.subject_id and ', '', decided],
    [trigger, ' and r.reader_id = new.decided_by', '', decided],
    [trigger, ' and r.part = needed.part', '', decided],
    [trigger, 'r.round = new.round and ', '', decided],
    [trigger, ' and r.content_revision >= new.content_revision', '', decided],
    [trigger, "new.kind in ('media', 'name') or ", '', decided],
    ['src/moderation/queries.ts', 'where moderation_read.content_revision < excluded.content_revision', '', decided],
    [
      'src/moderation/queries.ts',
      'greatest(moderation.content_revision, excluded.content_revision)',
      'moderation.content_revision',
      decided,
    ],
  ]),
  ...mutantsOf('services/operations', [
    [results, 'r.submission_id = new.submission_id and ', '', accepted],
    [results, ' and r.reader_id = new.reviewer_id', '', accepted],
    ['src/field-work/items/get-field-work-item.ts', '!scope.isManager || ', 'scope.isManager || ', accepted],
  ]),
  ...mutantsOf('services/provider', [
    [
      '/packages/service-kit/src/http/send-answer.ts',
      'if (await isSent(Readable.from([text]), response)) await',
      'await isSent(Readable.from([text]), response); await',
      '/packages/service-kit/src/http/sent.test.ts',
    ],
    ['src/provider-record/moderation/request-moderation.ts', 'open.content_revision + 1', '1', announced],
    [
      'src/customers/moderation-decisions/on-moderation-decided.ts',
      'contentRevision < request.content_revision',
      'false',
      announced,
    ],
    ...[
      'src/customers/disputes/get-dispute.ts',
      'src/customers/reports/get-provider-report.ts',
      'src/customers/reviews/get-review.ts',
      'src/customers/review-responses/get-review-response.ts',
      'src/registration/display-names/get-display-name.ts',
    ].map((path): [string, string, string, string] => [path, '{ onSent }', '{}', announced]),
    ['src/customers/disputes/dispute-view.ts', 'statement: appeal.statement', 'statement: null', announced],
  ]),
  ...mutantsOf('services/evidence', [
    [
      'src/public-media/moderation/get-moderated-media.ts',
      "if (request.incoming.method === 'GET')",
      'if (true)',
      'src/public-media/public-media.test.ts',
    ],
    [
      'src/public-media/moderation/get-moderated-image.ts',
      "query.size === 'large' &&",
      'true &&',
      'src/public-media/public-media.test.ts',
    ],
  ]),
];
