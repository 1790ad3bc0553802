import { frozenCase } from '@trust/contracts/reasons/frozen-case';
import { conflict } from '@trust/service-kit/problems/problem';
import type { Trx } from '../../app.ts';
import { findInForce, lockTarget } from './queries.ts';

/** Call after authorization. A freeze of the same moment waits for the end of the transaction, or is found. */
export async function assertNotFrozen(trx: Trx, caseId: string, now: Date): Promise<void> {
  await lockTarget(trx, caseId);
  const freeze = await findInForce(trx, { kind: 'freeze_case', targetId: caseId }, now);
  if (freeze) throw conflict(frozenCase(freeze.expires_at));
}
