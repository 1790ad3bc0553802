import { conflict } from '@trust/service-kit/problems/problem';
import type { Trx } from '../../app.ts';
import type { TriageRow } from '../items/find-triage-items.ts';
import { announceClaim } from './end-claims.ts';
import { claimsPerOperator } from './limits.ts';
import { claimedUntil, countClaims, takeClaim } from './queries.ts';

export async function assertHasRoom(trx: Trx, userId: string, now: Date): Promise<void> {
  if ((await countClaims(trx, userId, now)) < claimsPerOperator) return;
  throw conflict({
    en: `You hold ${claimsPerOperator} items. Release one first.`,
    fr: `Vous détenez ${claimsPerOperator} éléments. Libérez-en un d’abord.`,
  });
}

/** The claimed row, or undefined if another operator was faster. */
export async function take(trx: Trx, row: TriageRow, userId: string, now: Date): Promise<TriageRow | undefined> {
  if (!(await takeClaim(trx, row, { operatorId: userId, now }))) return undefined;
  await announceClaim(trx, row, { operatorId: userId, now });
  return { ...row, claimed_by: userId, claimed_at: now, claimed_until: claimedUntil(now) };
}
