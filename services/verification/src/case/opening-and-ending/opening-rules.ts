import { canRenew, isRenewalEarly } from '@trust/contracts/claims/renewal-period';
import type { FieldError } from '@trust/service-kit/problems/problem';
import type { CaseOutcome, CaseState, ClaimState, ProviderState } from '../../db/schema.ts';
import { nextCaseAt, openStates } from '../record/transitions.ts';
import type { Asked } from '../refusals/queries.ts';

type NotReady = FieldError<'provider-not-ready'>;

/** The facts of one provider and category. `undefined`: its event has not arrived or it does not exist. */
export type OpeningFacts = {
  provider: { state: ProviderState; hasProfile: boolean; hasLocation: boolean };
  selection: { id: string; versionId: string; isOutdated: boolean; claims: readonly Asked[] } | undefined;
  /** Active and suspended claims. `revokesAt`: if a review suspended it, when that becomes final. */
  claims: readonly {
    type: string;
    state: ClaimState;
    validUntil: Date;
    versionId: string;
    revokesAt: Date | null;
    hasSubjectEnded: boolean;
  }[];
  /** Until when a document for one of the claim types that was refused gravely, in any category, delays the next case. */
  refusedUntil: Date | null;
  /** Newest first. */
  cases: readonly {
    id: string;
    state: CaseState;
    outcome: CaseOutcome | null;
    decidedAt: Date | null;
    isForAppeal: boolean;
  }[];
};

/**
 * The newest decision of the category counts: a later case may have ended without one. So does a grave refusal of the same
 * claim in any category (docs/domain/case.md 18).
 */
export function waitUntil({ cases, refusedUntil }: OpeningFacts, now: Date): Date | undefined {
  const decided = cases.flatMap(({ outcome, decidedAt }) => (decidedAt ? [{ outcome, decidedAt }] : []));
  const last = decided.sort((a, b) => a.decidedAt.getTime() - b.decidedAt.getTime()).at(-1);
  const ends = [nextCaseAt(last), refusedUntil];
  const from = new Date(Math.max(...ends.map((end) => end?.getTime() ?? 0)));
  return from > now ? from : undefined;
}

/** Until the decision that suspended claims is final, an appeal is the only way (docs/domain/case.md 41). */
export function finalFrom({ claims }: OpeningFacts, now: Date): Date | undefined {
  const ends = claims.flatMap(({ revokesAt }) => (revokesAt && revokesAt > now ? [revokesAt.getTime()] : []));
  return ends.length === 0 ? undefined : new Date(Math.max(...ends));
}

export function openCaseOf({ cases }: OpeningFacts): string | undefined {
  return cases.find(({ state, isForAppeal }) => !isForAppeal && openStates.some((open) => open === state))?.id;
}

export function hasOpenCase(facts: OpeningFacts): boolean {
  return openCaseOf(facts) !== undefined;
}

export function isUnderAppeal({ cases }: OpeningFacts): boolean {
  return cases.some(({ state }) => state === 'under_appeal');
}

export function lastDecidedCase({ cases }: OpeningFacts): string | undefined {
  return cases.find(({ decidedAt }) => decidedAt !== null)?.id;
}

/** The kind that an event opens; undefined if every claim is current or an attempt must wait. */
export function automaticKind(facts: OpeningFacts, now: Date): 'initial' | 'renewal' | undefined {
  if (isUnderAppeal(facts) || finalFrom(facts, now) || waitUntil(facts, now)) return undefined;
  return (['renewal', 'initial'] as const).find((kind) => kindErrors(kind, facts, now).length === 0);
}

export function readinessErrors(kind: Kind, { provider, selection }: OpeningFacts): NotReady[] {
  const errors: NotReady[] = [];
  if (!provider.hasProfile) errors.push({ field: 'profile', code: 'required' });
  if (!provider.hasLocation) errors.push({ field: 'location', code: 'required' });
  const mayBeSuspended = kind === 'review' && provider.state === 'suspended';
  if (provider.state !== 'active' && !mayBeSuspended) errors.push({ field: 'provider', code: 'provider_not_active' });
  if (!selection) errors.push({ field: 'categoryKey', code: 'service_not_selected' });
  else if (selection.isOutdated && kind !== 'review') errors.push({ field: 'categoryKey', code: 'service_outdated' });
  return errors;
}

type Kind = 'initial' | 'renewal' | 'review';

/** Which claims and decisions each kind needs (docs/domain/case.md 2, 3, 4). */
export function kindErrors(kind: Kind, facts: OpeningFacts, now: Date): NotReady[] {
  switch (kind) {
    case 'initial':
      return hasUnconfirmedType(facts, now) ? [] : [{ field: 'kind', code: 'claims_current' }];
    case 'renewal':
      return renewalErrors(facts, now);
    case 'review':
      return lastDecidedCase(facts) === undefined ? [{ field: 'kind', code: 'no_decision' }] : [];
  }
}

function hasUnconfirmedType({ selection, claims }: OpeningFacts, now: Date): boolean {
  // While the decision that suspended a claim is not final, `finalFrom` refuses every kind before this. Later the claim is revoked within
  // the hour, and confirms nothing any more; what the decision of another case doubts is for a new one to confirm.
  const confirmed = claims.filter(
    ({ hasSubjectEnded, state, validUntil }) => !hasSubjectEnded && state !== 'suspended' && validUntil > now,
  );
  return (selection?.claims ?? []).some(({ claim_type }) => !confirmed.some(({ type }) => type === claim_type));
}

function renewalErrors({ selection, claims }: OpeningFacts, now: Date): NotReady[] {
  const active = claims.filter(({ state }) => state === 'active');
  const isOlder = ({ versionId }: (typeof active)[number]) => versionId !== selection?.versionId;
  if (active.some((claim) => canRenew(claim.validUntil, now) || (isOlder(claim) && claim.validUntil > now))) return [];
  const isEarly = active.some(({ validUntil }) => isRenewalEarly(validUntil, now));
  return [{ field: 'kind', code: isEarly ? 'renewal_too_early' : 'no_renewable_claim' }];
}
