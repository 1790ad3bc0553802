import { conflict } from '@trust/service-kit/problems/problem';
import type { Trx } from '../app.ts';
import { findBlockedUntil } from './overrides.ts';

/** Call with the case locked and after authorization: a block takes the same lock (promise D2). */
export async function assertNotBlocked(trx: Trx, caseId: string, now: Date): Promise<void> {
  const until = await findBlockedUntil(trx, caseId, now);
  if (!until) return;
  throw conflict({
    en: `An approved override keeps the assignees of this case until ${until.toISOString()}.`,
    fr: `Une dérogation approuvée maintient les personnes chargées de ce dossier jusqu’au ${until.toISOString()}.`,
  });
}
