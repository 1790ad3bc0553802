import { Problem } from '@trust/service-kit/problems/problem';
import type { z } from 'zod';
import type { Trx } from '../../app.ts';
import type { DecisionRow } from '../../case/record/decisions.ts';
import type { Case } from '../../case/record/queries.ts';
import {
  type CaseRequirement,
  type LatestCheck,
  latestChecks,
  requirementsOf,
} from '../../case/record/requirements.ts';
import { decisionLines, type Line } from '../decisions/lines.ts';
import type { DecisionCreate } from '../decisions/schema.ts';

type About = { found: Case; evidenceCase: Case | undefined; appealed: DecisionRow };

/** New evidence replaces that of the appealed decision. The appeal does not extend a claim on an old check. */
export async function appealLines(
  trx: Trx,
  { found, evidenceCase, appealed }: About,
  result: Pick<z.output<typeof DecisionCreate>, 'outcome' | 'claims'>,
  now: Date,
): Promise<Line[]> {
  const before = { requirements: await requirementsOf(trx, [found.id]), checks: await latestChecks(trx, found.id) };
  const added = await newEvidence(trx, evidenceCase);
  const requirements = before.requirements.map(
    (requirement) => added.requirements.find(({ key }) => key === requirement.key) ?? requirement,
  );
  const checks = [
    ...added.checks,
    ...before.checks.filter((check) => !added.requirements.some(({ key }) => key === check.requirement_key)),
  ];
  const startOf = ({ checked_at }: LatestCheck) => (checked_at <= appealed.decided_at ? appealed.decided_at : now);
  return decisionLines(requirements, checks, result, now, startOf);
}

type Evidence = { requirements: CaseRequirement[]; checks: LatestCheck[] };

async function newEvidence(trx: Trx, evidenceCase: Case | undefined): Promise<Evidence> {
  if (evidenceCase?.state !== 'in_review') return { requirements: [], checks: [] };
  const requirements = (await requirementsOf(trx, [evidenceCase.id])).filter((one) => one.evidence_version_id);
  const checks = await latestChecks(trx, evidenceCase.id);
  const unchecked = requirements.filter(({ key }) => !checks.some(({ requirement_key }) => requirement_key === key));
  if (unchecked.length > 0)
    throw new Problem('state-conflict', undefined, {
      errors: unchecked.map(({ key }) => ({ field: `requirements.${key}`, code: 'check_missing' })),
    });
  return { requirements, checks };
}
