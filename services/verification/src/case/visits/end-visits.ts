import type { PayloadOf } from '@trust/contracts/event';
import { fieldVisitCancelled } from '@trust/contracts/events/field-visits';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { App, Trx } from '../../app.ts';
import { addEntry } from '../../timeline/queries.ts';
import type { Case } from '../record/queries.ts';
import { lockOpenVisits, updateVisit, type VisitRow } from './queries.ts';

type CancelReason = PayloadOf<typeof fieldVisitCancelled>['reason'];

/** In the transaction that ends the case. */
export async function endOpenVisits(trx: Trx, app: App, found: Case, reason: CancelReason): Promise<void> {
  for (const visit of await lockOpenVisits(trx, found.id)) await cancelVisit(trx, app, { found, visit, reason });
}

export async function cancelVisit(
  trx: Trx,
  app: App,
  { found, visit, reason }: { found: Case; visit: VisitRow; reason: CancelReason },
): Promise<VisitRow> {
  const at = app.now();
  const cancelled = await updateVisit(trx, visit, { state: 'cancelled', end_reason: reason, ended_at: at });
  await emit(trx, fieldVisitCancelled, { ...visitPayload(found, visit, at), reason });
  const requirementKey = visit.requirement_key;
  await addEntry(trx, app, found, { type: 'case_visit_ended', status: 'cancelled', requirementKey });
  return cancelled;
}

export function visitPayload(found: Case, { id, requirement_key }: VisitRow, at: Date) {
  return {
    fieldVisitId: id,
    caseId: found.id,
    providerId: found.provider_id,
    categoryKey: found.category_key,
    requirementVersionId: found.requirement_version_id,
    requirementKey: requirement_key,
    occurredAt: at.toISOString(),
  };
}
