import { canRenew } from '@trust/contracts/claims/renewal-period';

type Service = { categoryKey: string; isOutdated: boolean; hasUnconfirmed: boolean };
/** In the order of their opening. */
type Case = { categoryKey: string; isOpen: boolean; nextCaseAt?: Date | null };
type Claim = { categoryKey: string; validUntil: Date };

/**
 * An `initial` case is due: the last one ended, a requirement has no claim, and no claim can be renewed
 * (docs/domain/provider-record.md 32).
 */
export function beginAgainTasks(
  { services, cases, claims }: { services: readonly Service[]; cases: readonly Case[]; claims: readonly Claim[] },
  at: Date,
) {
  return services.flatMap(({ categoryKey, isOutdated, hasUnconfirmed }) => {
    const ofService = cases.filter((one) => one.categoryKey === categoryKey);
    const last = ofService.at(-1);
    const canBeRenewed = claims.some((one) => one.categoryKey === categoryKey && canRenew(one.validUntil, at));
    if (!last || isOutdated || !hasUnconfirmed || canBeRenewed || ofService.some(({ isOpen }) => isOpen)) return [];
    const from = last.nextCaseAt && last.nextCaseAt > at ? { availableAt: last.nextCaseAt.toISOString() } : {};
    return [{ code: 'begin_again' as const, categoryKey, ...from }];
  });
}
