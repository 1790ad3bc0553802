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

type OfAppeal = { found: Case; evidenceCase: Case | undefined };
type About = OfAppeal & { appealed: DecisionRow };

/** New evidence replaces that of the appealed decision. The appeal does not extend a claim on an old check. */
export async function appealLines(
  trx: Trx,
  { found, evidenceCase, appealed }: About,
  result: Pick<z.output<typeof DecisionCreate>, 'outcome' | 'claims'>,
  now: Date,
): Promise<Line[]> {
  const requirements = await appealRequirements(trx, { found, evidenceCase });
  const added = requirements.filter(({ case_id }) => case_id !== found.id);
  const checks = [
    ...(await checksOfNewEvidence(trx, added)),
    ...(await latestChecks(trx, found.id)).filter((check) => !added.some(({ key }) => key === check.requirement_key)),
  ];
  const startOf = ({ checked_at }: LatestCheck) => (checked_at <= appealed.decided_at ? appealed.decided_at : now);
  return decisionLines(requirements, checks, result, now, startOf);
}

/** The requirements of the case. A new document replaces that of the appealed decision. */
export async function appealRequirements(trx: Trx, { found, evidenceCase }: OfAppeal): Promise<CaseRequirement[]> {
  const isIn = evidenceCase?.state === 'in_review';
  const all = await requirementsOf(trx, isIn ? [found.id, evidenceCase.id] : [found.id]);
  const added = all.filter(({ case_id, evidence_version_id }) => case_id !== found.id && evidence_version_id !== null);
  return all
    .filter(({ case_id }) => case_id === found.id)
    .map((requirement) => added.find(({ key }) => key === requirement.key) ?? requirement);
}

async function checksOfNewEvidence(trx: Trx, added: readonly CaseRequirement[]): Promise<LatestCheck[]> {
  const [first] = added;
  const checks = first ? await latestChecks(trx, first.case_id) : [];
  const unchecked = added.filter(({ key }) => !checks.some(({ requirement_key }) => requirement_key === key));
  if (unchecked.length > 0)
    throw new Problem('state-conflict', undefined, {
      errors: unchecked.map(({ key }) => ({ field: `requirements.${key}`, code: 'check_missing' })),
    });
  return checks;
}
