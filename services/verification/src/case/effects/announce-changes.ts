import { caseChanged } from '@trust/contracts/events/verification';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { App, Trx } from '../../app.ts';
import type { Case } from '../record/queries.ts';
import { casePayload } from './case-payload.ts';
import { lockEvidenceCase } from './queries.ts';

/** A case that stays `awaiting_correction` announces which requirements still lack evidence. */
export async function announceAwaited(trx: Trx, found: Case, now: Date): Promise<void> {
  if (found.state === 'awaiting_correction') await emit(trx, caseChanged, await casePayload(trx, found, now));
}

/** Announces the duties of a case, and of the evidence case of its appeal, which has the same assignee. */
export async function announceDuties(trx: Trx, app: App, found: Case): Promise<void> {
  const now = app.now();
  await emit(trx, caseChanged, await casePayload(trx, found, now));
  const evidenceCase = await lockEvidenceCase(trx, found.id);
  if (evidenceCase) await emit(trx, caseChanged, await casePayload(trx, evidenceCase, now));
}
