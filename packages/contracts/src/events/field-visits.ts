import { z } from 'zod';
import { aggregate, event } from '../event.ts';

const fieldVisitShape = {
  fieldVisitId: z.uuid(),
  caseId: z.uuid(),
  providerId: z.uuid(),
  categoryKey: z.string(),
  requirementVersionId: z.uuid(),
  requirementKey: z.string(),
  occurredAt: z.iso.datetime(),
};
const ofFieldVisit = aggregate('field-visit', (payload: { fieldVisitId: string }) => payload.fieldVisitId);

export const fieldVisitRequested = event(
  'verification.field-visit.requested.v1',
  'A reviewer asked for a field visit. Operations answers with the events of a work item for it.',
  fieldVisitShape,
  ofFieldVisit,
);

export const visitCancelReasons = ['cancelled_by_reviewer', 'case_withdrawn', 'case_expired', 'case_decided'] as const;
export const fieldVisitCancelled = event(
  'verification.field-visit.cancelled.v1',
  'A field visit is no longer needed. Its work item can be cancelled; a later submission has no effect.',
  { ...fieldVisitShape, reason: z.enum(visitCancelReasons) },
  ofFieldVisit,
);

export const fieldVisitStates = [
  'requested',
  'created',
  'scheduled',
  'accepted',
  'cannot_complete',
  'cancelled',
] as const;
export const fieldVisitSnapshot = event(
  'verification.field-visit.snapshot.v1',
  'Snapshot of a field visit, for new projections. A visit that is `requested` has no work item yet.',
  { ...fieldVisitShape, state: z.enum(fieldVisitStates) },
  ofFieldVisit,
);
