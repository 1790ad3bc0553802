import { type FieldError, Problem } from '@trust/service-kit/problems/problem';
import type { z } from 'zod';
import { assertExplained } from '../../case/checks/explained.ts';
import type { Judged } from '../../case/reading/unread.ts';
import { grantsClaims } from '../../case/record/decisions.ts';
import {
  type CaseRequirement,
  type LatestCheck,
  otherSubject,
  replacedEvidence,
} from '../../case/record/requirements.ts';
import type { Refusal } from '../../case/refusals/queries.ts';
import type { Grant } from '../claims/grant-claim.ts';
import { withoutBusiness } from './confirmed-business.ts';
import { invalidFields } from './invalid-claims.ts';
import type { ClaimDecision, DecisionCreate } from './schema.ts';

type Decided = Pick<z.output<typeof DecisionCreate>, 'outcome' | 'claims' | 'reasonCodes'> & {
  /** Of each claim; undefined for who recommends, and so may write more. */
  recommended?: ReadonlyMap<string, readonly string[]> | undefined;
  /** Of other cases. */
  refusals?: readonly Refusal[];
};
type Basis = { requirement: CaseRequirement; check: LatestCheck };
export type Line =
  | (Grant & { result: 'granted' })
  | (Basis & { result: 'refused'; limitations: string[]; reasonCodes: string[]; validUntil: null });

const dayMs = 24 * 3_600_000;
const maxValidityDays = 365;

/** The request names each claim type that has evidence. What lacks evidence grants nothing and has no line. */
export function decisionLines(
  requirements: readonly CaseRequirement[],
  checks: readonly LatestCheck[],
  { outcome, claims, reasonCodes, recommended, refusals = [] }: Decided,
  now: Date,
  startOf: (check: LatestCheck) => Date = () => now,
): Line[] {
  throwIfAny(
    'invalid-request',
    claims.flatMap((claim, index) => invalidFields(claim, index, { claims, reasonCodes, requirements, now })),
  );
  const considered = requirements.filter(({ evidence_version_id }) => evidence_version_id !== null);
  throwIfAny('invalid-request', missingClaims(considered, claims));
  throwIfAny('invalid-request', outcomeErrors(outcome, claims));
  throwIfAny(
    'state-conflict',
    claims.flatMap(({ type, evidenceVersionId }, index) =>
      requirements
        .filter(({ claim_type }) => claim_type === type)
        .flatMap((one) =>
          replacedEvidence(`claims.${index}.evidenceVersionId`, evidenceVersionId, judgedVersionOf(one, checks)),
        ),
    ),
  );
  throwIfAny(
    'state-conflict',
    claims.flatMap(({ type, result }, index) =>
      result === 'refused' || considered.some(({ claim_type }) => claim_type === type)
        ? []
        : [{ field: `claims.${index}.result`, code: 'evidence_not_available' as const }],
    ),
  );
  const judged = considered.map((requirement) => {
    const check = checkOf(requirement, checks);
    const index = claims.findIndex(({ type }) => type === requirement.claim_type);
    return { requirement, check, claim: claims[index], index, latest: latestEnd(requirement, startOf(check)) };
  });
  throwIfAny(
    'invalid-request',
    judged.flatMap(({ claim, index, latest }) =>
      claim?.validUntil !== undefined && new Date(claim.validUntil) > latest
        ? [{ field: `claims.${index}.validUntil`, code: 'beyond_policy' as const, allowed: [latest.toISOString()] }]
        : [],
    ),
  );
  if (recommended)
    throwIfAny(
      'invalid-request',
      judged.flatMap((one) => ownLimitations(one, recommended)),
    );
  const lines = judged.map((one) => lineOf(one, reasonCodes, recommended));
  throwIfAny('invalid-request', limitationErrors(outcome, lines));
  throwIfAny(
    'state-conflict',
    lines.flatMap((line) => grantErrors(line, claims, { now, refusals })),
  );
  const granted = lines.filter(({ result }) => result === 'granted');
  throwIfAny(
    'state-conflict',
    withoutBusiness(
      granted.map(({ requirement }) => requirement),
      requirements,
      now,
    ).map((one) => ({ field: resultOf(one, claims), code: 'business_not_confirmed' as const })),
  );
  assertExplained(
    granted.map(({ requirement, check }) => ({ field: resultOf(requirement, claims), check, requirement })),
  );
  return lines;
}

/** True if each requirement gets its claim, also those without a document. */
export function grantsAll(requirements: readonly CaseRequirement[], { claims }: Pick<Decided, 'claims'>): boolean {
  return requirements.every(({ claim_type }) =>
    claims.some(({ type, result }) => type === claim_type && result === 'granted'),
  );
}

/** The versions that the lines rest on, with the field of the request that names each. */
export function judgedBy(lines: readonly Line[], claims: Decided['claims']): Judged[] {
  return lines.map(({ requirement, check }) => ({
    field: `claims.${claims.findIndex(({ type }) => type === requirement.claim_type)}.evidenceVersionId`,
    evidenceVersionId: check.evidence_version_id,
  }));
}

/** Nobody refuses a claim without saying on which document (promise T3). */
function missingClaims(considered: readonly CaseRequirement[], claims: Decided['claims']): FieldError[] {
  const missing = considered
    .map(({ claim_type }) => claim_type)
    .filter((one) => !claims.some(({ type }) => type === one));
  return missing.length === 0 ? [] : [{ field: 'claims', code: 'claim_missing', allowed: missing }];
}

/** Its check may have judged the document of the claim instead (docs/domain/review-and-duties.md 30). */
function judgedVersionOf({ key, evidence_version_id }: CaseRequirement, checks: readonly LatestCheck[]) {
  const check = evidence_version_id && checks.find(({ requirement_key }) => requirement_key === key);
  return check || { evidence_version_id };
}

function outcomeErrors(outcome: Decided['outcome'], claims: Decided['claims']): FieldError[] {
  const hasGrant = claims.some(({ result }) => result === 'granted');
  const needsGrant = grantsClaims(outcome);
  if (hasGrant === needsGrant) return [];
  return [{ field: 'claims', code: needsGrant ? 'grant_required' : 'grant_not_allowed' }];
}

function checkOf({ key }: CaseRequirement, checks: readonly LatestCheck[]): LatestCheck {
  const check = checks.find(({ requirement_key }) => requirement_key === key);
  if (check) return check;
  throw new Problem('state-conflict', {
    en: 'Every requirement must have a check first. Record the missing checks.',
    fr: 'Chaque exigence doit d’abord être contrôlée. Enregistrez les contrôles manquants.',
  });
}

/** Evidence of an earlier case makes no claim longer (docs/domain/claim.md 6). */
function latestEnd({ claim_validity_days, earlier_valid_until }: CaseRequirement, start: Date): Date {
  const ofPolicy = new Date(start.getTime() + Math.min(claim_validity_days, maxValidityDays) * dayMs);
  return earlier_valid_until && earlier_valid_until < ofPolicy ? earlier_valid_until : ofPolicy;
}

type JudgedClaim = Basis & { claim: z.output<typeof ClaimDecision> | undefined; index: number; latest: Date };
type Recommended = NonNullable<Decided['recommended']>;

/** Free words on a card are two people's (docs/domain/claim.md 4). */
function ownLimitations({ requirement, check, claim, index }: JudgedClaim, recommended: Recommended): FieldError[] {
  const allowed = [
    ...requirement.claim_limitations,
    ...check.limitations,
    ...(recommended.get(requirement.claim_type) ?? []),
  ];
  return (claim?.limitations ?? []).flatMap((text, at) =>
    allowed.includes(text)
      ? []
      : [{ field: `claims.${index}.limitations.${at}`, code: 'limitation_not_recommended' as const }],
  );
}

/** A decider removes no limitation that was recommended (docs/domain/claim.md 4). */
function lineOf(
  { requirement, check, claim, latest }: JudgedClaim,
  reasonCodes: string[],
  recommended: Recommended = new Map(),
): Line {
  const basis = { requirement, check, limitations: claim?.limitations ?? [] };
  if (claim?.result !== 'granted')
    return { ...basis, result: 'refused', reasonCodes: claim?.reasonCodes ?? reasonCodes, validUntil: null };
  const limitations = [...new Set([...(recommended.get(requirement.claim_type) ?? []), ...basis.limitations])];
  const validUntil = claim.validUntil ? new Date(claim.validUntil) : latest;
  return { ...basis, limitations, result: 'granted', validUntil };
}

/** Those of the type are in each claim, so they make no outcome with limitations. */
function limitationErrors(outcome: Decided['outcome'], lines: readonly Line[]): FieldError[] {
  const isLimited = lines.some(
    ({ result, limitations, check, requirement }) =>
      result === 'granted' &&
      [...limitations, ...check.limitations].some((text) => !requirement.claim_limitations.includes(text)),
  );
  return outcome === 'verified_with_limitations' && !isLimited
    ? [{ field: 'claims', code: 'limitation_required' }]
    : [];
}

export function resultOf({ claim_type }: CaseRequirement, claims: Decided['claims']): string {
  return `claims.${claims.findIndex(({ type }) => type === claim_type)}.result`;
}

function grantErrors(
  line: Line,
  claims: Decided['claims'],
  { now, refusals }: { now: Date; refusals: readonly Refusal[] },
): FieldError<'state-conflict'>[] {
  if (line.result === 'refused') return [];
  const { requirement, check } = line;
  const field = resultOf(requirement, claims);
  if (check.result === 'failed') return [{ field, code: 'check_failed' }];
  // Only for a check that is older than the rule (docs/domain/review-and-duties.md 18).
  if (!requirement.methods.includes(check.method)) return [{ field, code: 'check_method_not_allowed' }];
  const isRefusedSince = refusals.some(
    (one) => one.is_grave && one.against.includes(requirement.claim_type) && one.refused_at >= check.checked_at,
  );
  if (isRefusedSince) return [{ field, code: 'refused_in_another_case' }];
  if (line.validUntil <= now) return [{ field, code: 'validity_ended' }];
  const subject = otherSubject(field, check.subject_id, requirement);
  if (subject.length > 0) return subject;
  return requirement.evidence_state === 'available' ? [] : [{ field, code: 'evidence_not_available' }];
}

function throwIfAny<Slug extends 'invalid-request' | 'state-conflict'>(slug: Slug, errors: FieldError<Slug>[]): void {
  if (errors.length === 0) return;
  throw new Problem(
    slug,
    {
      en: 'The decision does not match the case. See `errors` for each mismatch.',
      fr: 'La décision ne correspond pas au dossier. Consultez `errors` pour chaque écart.',
    },
    { errors },
  );
}
