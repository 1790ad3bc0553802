import { frozenCase } from '@trust/contracts/reasons/frozen-case';
import { conflict } from '@trust/service-kit/problems/problem';
import type { Db } from '../../app.ts';
import { findFrozenUntil } from './queries.ts';

/** Call after authorization, with the case locked where the write locks it (promise D2). */
export async function assertNotFrozen(db: Db, caseId: string, now: Date): Promise<void> {
  const until = await findFrozenUntil(db, caseId, now);
  if (until) throw conflict(frozenCase(until));
}
