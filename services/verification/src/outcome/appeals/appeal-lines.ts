import { type FieldError, Problem } from '@trust/service-kit/problems/problem';
import type { z } from 'zod';
import type { Trx } from '../../app.ts';
import { type DecisionRow, findTypesOnAppeal } from '../../case/record/decisions.ts';
import type { Case } from '../../case/record/queries.ts';
import {
  assertReasonsMatch,
  type CaseRequirement,
  type LatestCheck,
  latestChecks,
  requirementsOf,
} from '../../case/record/requirements.ts';
import { isGrave } from '../../case/refusals/grave-doubt.ts';
import { listRefusals } from '../../case/refusals/queries.ts';
import { decisionLines, grantsAll, type Line, resultOf } from '../decisions/lines.ts';
import { findDecisionLines } from '../decisions/queries.ts';
import { type AppealRecommendationRow, recommendedClaims } from './queries.ts';
import type { AppealRecommendationCreate } from './schema.ts';

type Body = z.output<typeof AppealRecommendationCreate>;
type Overturning = {
  outcome: Body['caseOutcome'];
  claims: Body['claims'];
  reasonCodes: Body['reasonCodes'];
  /** Undefined for who recommends. */
  recommended?: ReadonlyMap<string, readonly string[]>;
};

/** The lines of a decision that sets the appealed one aside. Throws unless checks, documents and reasons support it. */
export async function overturningLines(trx: Trx, about: About, result: Overturning, now: Date): Promise<Line[]> {
  const lines = await appealLines(trx, about, result, now);
  const requirements = await appealRequirements(trx, about, now);
  assertReasonsMatch(result.reasonCodes, {
    outcome: result.outcome,
    checks: lines.map(({ check }) => check),
    grantsAll: grantsAll(requirements, result),
  });
  const types = requirements.map(({ claim_type }) => claim_type);
  const appealedLines = (await findDecisionLines(trx, about.appealed.id)).filter((one) =>
    types.includes(one.claim_type),
  );
  assertNoWorse(lines, result, { appealed: about.appealed, appealedLines });
  return lines;
}

/** Whoever decides grants what was recommended at most (docs/domain/appeal.md 14). */
export function withinRecommendation(claims: Body['claims'], recommendation: AppealRecommendationRow): Body['claims'] {
  const recommended = recommendedClaims(recommendation);
  const errors = claims.flatMap(({ type, result, validUntil }, index) => {
    if (result === 'refused') return [];
    const of = recommended.find((one) => one.type === type && one.result === 'granted');
    if (!of) return [{ field: `claims.${index}.result`, code: 'not_recommended' as const }];
    const isLonger = of.validUntil && validUntil && Date.parse(validUntil) > Date.parse(of.validUntil);
    return isLonger ? [{ field: `claims.${index}.validUntil`, code: 'not_recommended' as const }] : [];
  });
  if (errors.length > 0) throw new Problem('state-conflict', undefined, { errors });
  return claims.map((claim) => {
    const of = recommended.find((one) => one.type === claim.type);
    if (claim.result === 'refused' || !of) return claim;
    return { ...claim, validUntil: claim.validUntil ?? of.validUntil };
  });
}

export function recommendedLimitations(recommendation: AppealRecommendationRow): ReadonlyMap<string, string[]> {
  return new Map(recommendedClaims(recommendation).map(({ type, limitations }) => [type, limitations]));
}

type About = { found: Case; evidenceCase: Case | undefined; appealed: DecisionRow };

/** New evidence replaces that of the appealed decision. The appeal does not extend a claim on an old check. */
async function appealLines(
  trx: Trx,
  { found, evidenceCase, appealed }: About,
  result: Overturning,
  now: Date,
): Promise<Line[]> {
  const requirements = await appealRequirements(trx, { found, evidenceCase, appealed }, now);
  const added = requirements.filter(({ case_id }) => case_id !== found.id);
  const checks = [
    ...(await checksOfNewEvidence(trx, added)),
    ...(await latestChecks(trx, found.id)).filter((check) => !added.some(({ key }) => key === check.requirement_key)),
  ];
  const startOf = ({ checked_at }: LatestCheck) => (checked_at <= appealed.decided_at ? appealed.decided_at : now);
  const asked = { providerId: found.provider_id, claims: requirements, exceptCase: found.id };
  const refusals = await listRefusals(trx, asked);
  return decisionLines(requirements, checks, { ...result, refusals }, now, startOf);
}

/**
 * The requirements of the case that the appeal judges (docs/domain/appeal.md 4). A new document replaces that of the appealed
 * decision.
 */
export async function appealRequirements(
  trx: Trx,
  { found, evidenceCase, appealed }: About,
  now: Date,
): Promise<CaseRequirement[]> {
  const types = await findTypesOnAppeal(trx, appealed.id, now);
  const isIn = evidenceCase?.state === 'in_review';
  const all = await requirementsOf(trx, isIn ? [found.id, evidenceCase.id] : [found.id]);
  const added = all.filter(({ case_id, evidence_version_id }) => case_id !== found.id && evidence_version_id !== null);
  return all
    .filter(({ case_id, claim_type }) => case_id === found.id && types.includes(claim_type))
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

type AppealedLine = Awaited<ReturnType<typeof findDecisionLines>>[number];
type Appealed = { appealed: DecisionRow; appealedLines: readonly AppealedLine[] };
type Result = Pick<Overturning, 'outcome' | 'claims'>;

/** An appeal makes nothing worse for the provider: a new review can (docs/domain/appeal.md 19). */
function assertNoWorse(lines: readonly Line[], result: Result, about: Appealed): void {
  const errors = [...takenAway(lines, about), ...worseOutcome(result, about), ...graver(lines, result, about)];
  if (errors.length > 0) throw new Problem('state-conflict', undefined, { errors });
}

/** A claim that ends earlier or says less is partly taken away. */
function takenAway(lines: readonly Line[], { appealedLines }: Appealed): FieldError<'state-conflict'>[] {
  const isKept = ({ claim_type, valid_until, claim_limitations }: AppealedLine) =>
    lines.some(
      (line) =>
        line.result === 'granted' &&
        line.requirement.claim_type === claim_type &&
        line.validUntil >= (valid_until ?? line.validUntil) &&
        limitationsOf(line).every((text) => claim_limitations?.includes(text)),
    );
  const isWorse = appealedLines.some((one) => one.result === 'granted' && !isKept(one));
  return isWorse ? [{ field: 'claims', code: 'grant_taken_away' }] : [];
}

function limitationsOf({ requirement, check, limitations }: Line): string[] {
  return [...requirement.claim_limitations, ...check.limitations, ...limitations];
}

/** The provider would wait before it can begin again (docs/domain/case.md 18). */
function worseOutcome({ outcome }: Result, { appealed }: Appealed): FieldError<'state-conflict'>[] {
  const isWorse = outcome === 'not_verified' && appealed.outcome !== 'not_verified';
  return isWorse ? [{ field: 'caseOutcome', code: 'graver_than_appealed' }] : [];
}

function graver(
  lines: readonly Line[],
  { claims }: Result,
  { appealed, appealedLines }: Appealed,
): FieldError<'state-conflict'>[] {
  const wasGrave = (type: string) =>
    appealedLines.some(
      ({ claim_type, check_result, reason_codes }) =>
        claim_type === type && check_result === 'failed' && isGrave({ ...appealed, reason_codes }),
    );
  return lines
    .filter(
      (line) =>
        line.result === 'refused' &&
        line.check.result === 'failed' &&
        isGrave({ claim_end_reason: null, reason_codes: line.reasonCodes }),
    )
    .filter(({ requirement }) => !wasGrave(requirement.claim_type))
    .map(({ requirement }) => ({ field: resultOf(requirement, claims), code: 'graver_than_appealed' }));
}
