import { mutantsOf } from './mutant.ts';

export const mutants = mutantsOf('services/verification', [
  [
    'src/cases/open-and-withdraw.ts',
    "if ('selectionId' in of && (await outlivesItsService(trx, open))) continue;",
    '',
    'src/cases',
  ],
  [
    'src/cases/open-and-withdraw.ts',
    'if (await findFrozenUntil(trx, open.id, app.now())) continue;',
    '',
    'src/withdrawals',
  ],
  ['src/withdrawals/withdraw-verification-case.ts', "state !== 'recommended'", 'true', 'src/withdrawals'],
  ['src/cases/open-and-withdraw.ts', " || state === 'recommended'", '', 'src/cases/open-and-withdraw.test.ts'],
  ['src/withdrawals/queries.ts', " and c.state <> 'recommended'", '', 'src/withdrawals'],
  ['src/timeline/queries.ts', "'active') = 'active'", "'active') is not null", 'src/timeline'],
  ['src/evidence/queries.ts', "and q.state <> 'withdrawn'", '', 'src/evidence'],
  ['src/cases/start-review.ts', "found.kind !== 'review' || ", '', 'src/cases'],
  ['src/cases/start-review.ts', '(await isEvidenceCase(trx, found.id))', 'false', 'src/cases'],
  [
    'src/claims/unconfirmed-claims.ts',
    'decision.claim_end_reason as EndReason | null',
    'null as EndReason | null',
    'src/cases',
  ],
  ['src/claims/list-workspace-claims.ts', 'claim.withheld_since !== null', 'false', 'src/claims'],
]);
