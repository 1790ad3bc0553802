import { frozenCase } from '@trust/contracts/reasons/frozen-case';
import { conflict } from '@trust/service-kit/problems/problem';
import type { Trx } from '../app.ts';
import { findFrozenUntil } from './emergency-actions.ts';
import { casesOfDocuments } from './evidence-versions.ts';

/** Call with the case locked and after authorization: a freeze takes the same lock (promise D2). */
export async function assertNotFrozen(trx: Trx, caseId: string, now: Date): Promise<void> {
  const until = await findFrozenUntil(trx, caseId, now);
  if (until) throw conflict(frozenCase(until));
}

type Documents = { caseId: string; evidenceVersionId?: string };

/** Of one document, or of all that the case is judged on: the earlier cases in which they were sent, locked before it. */
export async function assertDocumentsNotFrozen(trx: Trx, of: Documents, now: Date): Promise<void> {
  for (const id of await casesOfDocuments(trx, of)) await assertNotFrozen(trx, id, now);
}
