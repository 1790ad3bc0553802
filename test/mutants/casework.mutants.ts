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
  ['src/cases/start-review.ts', 'addEarlierEvidence(trx, found.id, earlier)', 'Promise.resolve()', 'src/evidence'],
  ['src/decisions/lines.ts', 'Math.min(requested, latest, earlier)', 'Math.min(requested, latest)', 'src/evidence'],
  ['src/evidence/remove-evidence.ts', 'for (const one of open)', 'for (const one of [found])', 'src/evidence'],
  [
    'src/evidence/queries.ts',
    "and g.state in ('active', 'suspended') and g.valid_until > ${now}",
    "and g.state in ('active', 'suspended')",
    'src/evidence',
  ],
  [
    'src/evidence/queries.ts',
    ' and not exists (select from claim_revocation v where v.claim_id = g.id)',
    '',
    'src/evidence',
  ],
  ['src/evidence/queries.ts', 'a.target_id = e.case_id and a.ends_at > ${now})', 'false)', 'src/evidence'],
  [
    'src/db/migrations/20261123T180000-earlier-evidence.sql',
    'where c.case_id = of_case and e.uploaded_by = person)',
    'where e.case_id = of_case and e.uploaded_by = person)',
    'src/evidence',
  ],
  [
    'src/db/migrations/20261123T180000-earlier-evidence.sql',
    'and new.valid_until > g.valid_until',
    'and false',
    'src/evidence',
  ],
  [
    'src/db/migrations/20261123T180000-earlier-evidence.sql',
    'and l.evidence_version_id = version.id ',
    '',
    'src/evidence',
  ],
  [
    'src/claims/unconfirmed-claims.ts',
    'decision.claim_end_reason as EndReason | null',
    'null as EndReason | null',
    'src/cases',
  ],
  ['src/claims/list-workspace-claims.ts', 'claim.withheld_since !== null', 'false', 'src/claims'],
]);
