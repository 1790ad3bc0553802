import type { Actor } from '@trust/contracts/actor';
import { freeCasesSeen } from '@trust/contracts/events/any';
import type { Database } from '@trust/service-kit/database/db';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { DB } from '../db/schema.ts';
import { markSeenFree } from './queries.ts';

/** Who assigns sees every case anyway. */
export async function recordSeenFree(
  db: Database<DB>,
  { caseId, actor, now }: { caseId: string; actor: Actor; now: Date },
): Promise<void> {
  const { userId, permissions } = actor;
  if (permissions.includes('verification.cases.assign')) return;
  await db.transact(async (trx) => {
    if (!(await markSeenFree(trx, { caseId, userId, now }))) return;
    await emit(trx, freeCasesSeen.verification, { operatorId: userId, caseIds: [caseId], seenAt: now.toISOString() });
  });
}
