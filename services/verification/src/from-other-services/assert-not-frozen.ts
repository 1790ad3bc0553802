import { frozenCase } from '@trust/contracts/reasons/frozen-case';
import { conflict } from '@trust/service-kit/problems/problem';
import type { Trx } from '../app.ts';
import { findFrozenUntil } from './emergency-actions.ts';

/** Call with the case locked and after authorization: a freeze takes the same lock (promise D2). */
export async function assertNotFrozen(trx: Trx, caseId: string, now: Date): Promise<void> {
  const until = await findFrozenUntil(trx, caseId, now);
  if (until) throw conflict(frozenCase(until));
}
