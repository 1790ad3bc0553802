import { frozenCase } from '@trust/contracts/reasons/frozen-case';
import { conflict } from '@trust/service-kit/problems/problem';
import type { Trx } from '../app.ts';
import { findFrozenUntil } from './queries.ts';

/** Call after authorization (promise D2). What passes while a freeze is recorded was written before it. */
export async function assertNotFrozen(trx: Trx, caseId: string, now: Date): Promise<void> {
  const until = await findFrozenUntil(trx, caseId, now);
  if (until) throw conflict(frozenCase(until));
}
