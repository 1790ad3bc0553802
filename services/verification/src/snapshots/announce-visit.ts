import { fieldVisitSnapshot } from '@trust/contracts/events/field-visits';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { Trx } from '../app.ts';
import { visitPayload } from '../case/effects/visit-payload.ts';
import { lockCase } from '../case/record/queries.ts';
import { lockVisit } from '../case/visits/queries.ts';
import { findVisitCase } from './queries.ts';

/** Lock order: case, then visit. */
export async function announceVisit(trx: Trx, visitId: string): Promise<void> {
  const of = await findVisitCase(trx, visitId);
  const found = of && (await lockCase(trx, of.case_id));
  const visit = found && (await lockVisit(trx, visitId));
  if (!visit) return;
  const at = visit.ended_at ?? visit.requested_at;
  await emit(trx, fieldVisitSnapshot, { ...visitPayload(found, visit, at), state: visit.state });
}
