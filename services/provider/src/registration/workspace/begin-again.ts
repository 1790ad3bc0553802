import { canRenew } from '@trust/contracts/claims/renewal-period';
import type { Requirement } from '@trust/contracts/events/catalog';
import type { CaseWait } from '@trust/contracts/reasons/standing-refusals';

type Service = { categoryKey: string; isOutdated: boolean; hasUnconfirmed: boolean; waitsUntil?: Date | null };
/** In the order of their opening. */
type Case = { categoryKey: string; isOpen: boolean; nextCaseAt?: Date | null };
type Claim = { categoryKey: string; validUntil: Date };

/** As verification counts it (docs/domain/case.md 18): the newest wait for a document of any of the claims, in whatever category. */
export function waitUntil(
  waits: readonly CaseWait[],
  requirements: readonly Pick<Requirement, 'claim'>[],
): Date | null {
  const isAsked = ({ claimType, isAboutPerson }: CaseWait) =>
    requirements.some(({ claim }) => claim.type === claimType && (!isAboutPerson || claim.about === 'person'));
  return newest(waits.filter(isAsked).map(({ endsAt }) => new Date(endsAt)));
}

function newest(times: readonly Date[]): Date | null {
  return times.length === 0 ? null : new Date(Math.max(...times.map((time) => time.getTime())));
}

/**
 * An `initial` case is due: the last one ended, or a wait kept the first one from opening, a requirement has no claim, and no claim can be renewed
 * (docs/domain/provider-record.md 32).
 */
export function beginAgainTasks(
  { services, cases, claims }: { services: readonly Service[]; cases: readonly Case[]; claims: readonly Claim[] },
  at: Date,
) {
  return services.flatMap(({ categoryKey, isOutdated, hasUnconfirmed, waitsUntil }) => {
    const ofService = cases.filter((one) => one.categoryKey === categoryKey);
    const last = ofService.at(-1);
    const canBeRenewed = claims.some((one) => one.categoryKey === categoryKey && canRenew(one.validUntil, at));
    // While it waits no event opens a first case either, so that it is for the representatives.
    const isDue = last !== undefined || waitsUntil;
    if (!isDue || isOutdated || !hasUnconfirmed || canBeRenewed || ofService.some(({ isOpen }) => isOpen)) return [];
    const from = newest([last?.nextCaseAt, waitsUntil].flatMap((time) => (time && time > at ? [time] : [])));
    return [{ code: 'begin_again' as const, categoryKey, ...(from && { availableAt: from.toISOString() }) }];
  });
}
