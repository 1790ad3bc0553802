import type { FieldCode } from '@trust/contracts/problem';
import { type FieldError, Problem } from '@trust/service-kit/http/problem';
import type { z } from 'zod';
import type { CaseRequirement, LatestCheck } from '../cases/requirements.ts';
import type { ClaimDecision, DecisionCreate } from './schema.ts';

type Basis = { requirement: CaseRequirement; check: LatestCheck };
export type GrantedLine = Basis & { result: 'granted'; limitations: string[]; validUntil: Date };
export type NotGrantedLine = Basis & { result: 'refused'; limitations: string[]; validUntil: null };
export type Line = GrantedLine | NotGrantedLine;

const dayMs = 24 * 3_600_000;
const maxValidityDays = 365;

/**
 * What a decision says of each requirement of its case. A type that it does not name is refused: a claim is granted expressly or
 * not at all. Throws 400 for what cannot be asked, 409 for a grant that evidence and checks do not bear.
 */
export function decisionLines(
  requirements: readonly CaseRequirement[],
  checks: readonly LatestCheck[],
  { outcome, claims }: z.output<typeof DecisionCreate>,
  now: Date,
): Line[] {
  refuse(
    'invalid-request',
    claims.flatMap((claim, index) => faults(claim, index, { claims, requirements, now })),
  );
  const granted = claims.some(({ result }) => result === 'granted');
  const needsGrant = outcome === 'verified' || outcome === 'verified_with_limitations';
  if (granted !== needsGrant) {
    refuse('invalid-request', [{ field: 'claims', code: needsGrant ? 'grant_required' : 'grant_not_allowed' }]);
  }
  const lines = requirements.map((requirement) => {
    const check = checks.find(({ requirement_key }) => requirement_key === requirement.key);
    if (!check)
      throw new Problem('state-conflict', {
        en: 'Every requirement needs a check first.',
        fr: 'Chaque exigence doit d’abord être contrôlée.',
      });
    return lineOf(
      { requirement, check },
      claims.find(({ type }) => type === requirement.claim_type),
      now,
    );
  });
  refuse(
    'state-conflict',
    lines.flatMap((line) => obstacles(line, claims)),
  );
  return lines;
}

function lineOf(basis: Basis, claim: z.output<typeof ClaimDecision> | undefined, now: Date): Line {
  const limitations = claim?.limitations ?? [];
  if (claim?.result !== 'granted') return { ...basis, result: 'refused', limitations, validUntil: null };
  const days = Math.min(basis.requirement.claim_validity_days, maxValidityDays);
  const latest = now.getTime() + days * dayMs;
  const wanted = claim.validUntil === undefined ? latest : Date.parse(claim.validUntil);
  return { ...basis, result: 'granted', limitations, validUntil: new Date(Math.min(wanted, latest)) };
}

type Asked = { claims: readonly z.output<typeof ClaimDecision>[]; requirements: readonly CaseRequirement[]; now: Date };

function faults(
  claim: z.output<typeof ClaimDecision>,
  index: number,
  { claims, requirements, now }: Asked,
): FieldError[] {
  const { type, result, validUntil } = claim;
  const fault = (field: string, code: FieldCode<'invalid-request'>, holds: boolean): FieldError[] =>
    holds ? [{ field: `claims.${index}.${field}`, code }] : [];
  return [
    ...fault('type', 'unknown_claim_type', !requirements.some(({ claim_type }) => claim_type === type)),
    ...fault('type', 'duplicate', claims.findIndex((other) => other.type === type) !== index),
    ...fault('validUntil', 'not_allowed', validUntil !== undefined && result === 'refused'),
    ...fault('validUntil', 'must_be_future', validUntil !== undefined && Date.parse(validUntil) <= now.getTime()),
  ];
}

function obstacles({ requirement, check, result }: Line, claims: Asked['claims']): FieldError<'state-conflict'>[] {
  if (result === 'refused') return [];
  const field = `claims.${claims.findIndex(({ type }) => type === requirement.claim_type)}.result`;
  if (check.result === 'failed') return [{ field, code: 'check_failed' }];
  // Only a check from before the rule can break it.
  if (!requirement.methods.includes(check.method)) return [{ field, code: 'check_method_not_allowed' }];
  return requirement.evidence_state === 'available' ? [] : [{ field, code: 'evidence_not_available' }];
}

function refuse<Slug extends 'invalid-request' | 'state-conflict'>(slug: Slug, errors: FieldError<Slug>[]): void {
  if (errors.length === 0) return;
  throw new Problem(
    slug,
    {
      en: 'The decision does not fit the case. Look at `errors`.',
      fr: 'La décision ne correspond pas au dossier. Consultez `errors`.',
    },
    { errors },
  );
}
