import type { Actor } from '@trust/contracts/actor';
import { freeCasesSeen } from '@trust/contracts/events/any';
import { emit } from '@trust/service-kit/outbox/outbox';
import { type App, on } from '../../app.ts';
import { markSeenFree, saveSightings } from './queries.ts';

/** Of the cases that were shown. Who assigns sees every case anyway. */
export async function recordSeenFree(
  { db, now }: Pick<App, 'db' | 'now'>,
  { userId: operatorId, permissions }: Actor,
  shown: readonly string[],
): Promise<void> {
  if (shown.length === 0 || permissions.includes('verification.cases.assign')) return;
  const at = now();
  await db.transact(async (trx) => {
    const caseIds = await markSeenFree(trx, { operatorId, caseIds: shown, now: at });
    if (caseIds.length === 0) return;
    await emit(trx, freeCasesSeen.operations, { operatorId, caseIds, seenAt: at.toISOString() });
  });
}

export const onFreeCasesSeen = on(freeCasesSeen.verification, (seen, { trx }) => saveSightings(trx, seen));
