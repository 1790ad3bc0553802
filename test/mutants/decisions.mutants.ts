import { mutantsOf } from './mutant.ts';

export const mutants = mutantsOf('services/verification', [
  [
    'src/outcome/decisions/lines.ts',
    'new Date(claim.validUntil) > latest',
    'new Date(claim.validUntil) >= latest',
    'src/outcome/decisions/validity-and-limitations.test.ts',
  ],
  [
    'src/outcome/decisions/lines.ts',
    "      result === 'granted' &&",
    '',
    'src/outcome/decisions/validity-and-limitations.test.ts',
  ],
  [
    'src/outcome/decisions/lines.ts',
    '.some((text) => !requirement.claim_limitations.includes(text))',
    '.length > 0',
    'src/outcome/decisions/validity-and-limitations.test.ts',
  ],
  [
    'src/outcome/decisions/lines.ts',
    '[...(recommended.get(requirement.claim_type) ?? []), ...basis.limitations]',
    'basis.limitations',
    'src/outcome/decisions/recommended-limitations.test.ts',
  ],
  [
    'src/outcome/decisions/lines.ts',
    'allowed.includes(text)',
    'true',
    'src/outcome/decisions/recommended-limitations.test.ts',
  ],
  [
    'src/outcome/decisions/lines.ts',
    '    ...requirement.claim_limitations,',
    '',
    'src/outcome/decisions/recommended-limitations.test.ts',
  ],
  [
    'src/outcome/decisions/create-decision.ts',
    'recommended: limitations, refusals',
    'refusals',
    'src/outcome/decisions/recommended-limitations.test.ts',
  ],
  [
    'src/case/record/limitations.ts',
    '!hasSignOfACheck(text)',
    'true',
    'src/outcome/decisions/recommended-limitations.test.ts',
  ],
  [
    'src/case/record/limitations.ts',
    '!saysACheck(text)',
    'true',
    'src/outcome/decisions/recommended-limitations.test.ts',
  ],
  [
    'src/db/migrations/0016-recommended-limitations.sql',
    "not array_remove(new.limitations, '') <@ (",
    'false and not new.limitations <@ (',
    'src/outcome/decisions/recommended-limitations.test.ts',
  ],
  [
    'src/db/migrations/0016-recommended-limitations.sql',
    '(not new.limitations @> r.limitations or',
    '(',
    'src/outcome/decisions/recommended-limitations.test.ts',
  ],
  [
    'src/db/migrations/0016-recommended-limitations.sql',
    "d.relation is distinct from 'sets_aside' and",
    '',
    'src/outcome/decisions/recommended-limitations.test.ts',
  ],
  [
    'src/outcome/decisions/decision-view.ts',
    'line.claim_limitations ?? line.limitations',
    'line.limitations',
    'src/outcome/decisions/validity-and-limitations.test.ts',
  ],
  [
    'src/case/opening-and-ending/opening-rules.ts',
    'revokesAt && revokesAt > now ?',
    'revokesAt && revokesAt >= now ?',
    'src/case/opening-and-ending/after-a-review.test.ts',
  ],
  [
    'src/case/opening-and-ending/opening-rules.ts',
    'revokesAt !== null && revokesAt > now',
    'false',
    'src/case/opening-and-ending/after-a-review.test.ts',
  ],
  [
    'src/case/opening-and-ending/create-verification-case.ts',
    'if (final) throw',
    'if (final && !asOperator) throw',
    'src/case/opening-and-ending/after-a-review.test.ts',
  ],
  [
    'src/case/effects/case-payload.ts',
    '    await findLastRevocationTime(trx, found, now),',
    '',
    'src/case/opening-and-ending/after-a-review.test.ts',
  ],
  ...[
    ["open.kind === 'review' || open.state !== 'awaiting_evidence'", "open.state !== 'awaiting_evidence'"],
    ["open.kind === 'review' || open.state !== 'awaiting_evidence'", "open.kind === 'review'"],
    [', isForReview: true', ''],
    ['isByOperator: true, ', ''],
  ].map(([find = '', replace = '']): [string, string, string, string] => [
    'src/case/opening-and-ending/make-way-for-review.ts',
    find,
    replace,
    'src/case/opening-and-ending/make-way-for-review.test.ts',
  ]),
  ...[
    [".where('c.kind', '<>', 'review')", ''],
    [".where('c.opened_at', '<=', emptySince(now))", ''],
    [".where('r.evidence_version_id', 'is not', null)", ".where('r.evidence_version_id', 'is', null)"],
    [".where('e.ends_at', '>', now)", ".where('e.ends_at', '<', now)"],
  ].map(([find = '', replace = '']): [string, string, string, string] => [
    'src/case/opening-and-ending/queries.ts',
    find,
    replace,
    'src/case/opening-and-ending/deadlines.test.ts',
  ]),
]);
