import { caseChanged } from '@trust/contracts/events/verification';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { App, Trx } from '../../app.ts';
import { findPendingAppeal } from '../../outcome/appeals/queries.ts';
import { casePayload } from '../record/move-case.ts';
import { type Case, lockCase } from '../record/queries.ts';

/** Announces the duties of a case, and of the evidence case of its appeal, which has the same assignee. */
export async function announceDuties(trx: Trx, app: App, found: Case): Promise<void> {
  const now = app.now();
  await emit(trx, caseChanged, await casePayload(trx, found, now));
  const evidenceCaseId = (await findPendingAppeal(trx, found.id))?.evidence_case_id;
  const evidenceCase = evidenceCaseId ? await lockCase(trx, evidenceCaseId) : undefined;
  if (evidenceCase) await emit(trx, caseChanged, await casePayload(trx, evidenceCase, now));
}
