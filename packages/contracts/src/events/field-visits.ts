import { z } from 'zod';
import { aggregate, event } from '../event.ts';
import { CaseId, CatalogKey, OccurredAt, ProviderId, RequirementKey, RequirementVersionId } from '../fields.ts';
import { valueList } from '../values/value-list.ts';

const fieldVisitShape = {
  fieldVisitId: z.uuid().describe('Identifier of the field visit that verification requested.'),
  caseId: CaseId,
  providerId: ProviderId,
  categoryKey: CatalogKey,
  requirementVersionId: RequirementVersionId,
  requirementKey: RequirementKey,
  occurredAt: OccurredAt,
};
const ofFieldVisit = aggregate('field-visit', (payload: { fieldVisitId: string }) => payload.fieldVisitId);

export const fieldVisitRequested = event(
  'verification.field-visit.requested.v1',
  'A reviewer asked for a field visit. Operations answers with the events of a work item for it.',
  fieldVisitShape,
  ofFieldVisit,
);

export const VisitCancelReason = valueList('visitCancelReason', {
  cancelled_by_reviewer: {
    en: 'Cancelled by the reviewer',
    fr: 'Annulée par l’examinateur',
    means: 'The reviewer cancelled it.',
  },
  case_withdrawn: { en: 'Case withdrawn', fr: 'Dossier retiré', means: 'The case was withdrawn.' },
  case_expired: { en: 'Case expired', fr: 'Dossier expiré', means: 'The case expired.' },
  case_decided: { en: 'Case decided', fr: 'Dossier décidé', means: 'The case was decided.' },
  subject_not_current: {
    en: 'Nothing to visit',
    fr: 'Rien à visiter',
    means: 'Operations planned it, and what it was of was not named or has changed. Plan another one.',
  },
  results_of_judge: {
    en: 'Results of a reviewer',
    fr: 'Résultats d’un examinateur',
    means: 'Whoever made the visit or accepted its results had judged the case, so the case did not take them.',
  },
});
export const fieldVisitCancelled = event(
  'verification.field-visit.cancelled.v1',
  'A field visit is no longer needed. Its work item can be cancelled; a later submission has no effect.',
  { ...fieldVisitShape, reason: VisitCancelReason.describe('Why the visit ended without a submission.') },
  ofFieldVisit,
);

export const FieldVisitState = valueList('fieldVisitState', {
  requested: {
    en: 'Requested',
    fr: 'Demandée',
    means: {
      en: 'Requested; operations has not planned it yet.',
      fr: 'Demandée\u00a0; l’équipe opérationnelle ne l’a pas encore planifiée.',
    },
  },
  created: {
    en: 'Being planned',
    fr: 'En préparation',
    means: { en: 'Operations plans it.', fr: 'L’équipe opérationnelle la planifie.' },
  },
  scheduled: { en: 'Scheduled', fr: 'Planifiée', means: { en: 'Has a date.', fr: 'Une date est fixée.' } },
  accepted: {
    en: 'Accepted',
    fr: 'Acceptée',
    means: { en: 'Has an accepted submission. Final.', fr: 'Son compte rendu est accepté. Définitif.' },
  },
  cannot_complete: {
    en: 'Could not be completed',
    fr: 'Non réalisable',
    means: { en: 'Could not be completed. Final.', fr: 'N’a pas pu être réalisée. Définitif.' },
  },
  cancelled: { en: 'Cancelled', fr: 'Annulé', means: { en: 'Cancelled. Final.', fr: 'Annulée. Définitif.' } },
});
export const fieldVisitSnapshot = event(
  'verification.field-visit.snapshot.v1',
  'Snapshot of a field visit, for new projections. A visit that is `requested` has no work item yet.',
  { ...fieldVisitShape, state: FieldVisitState.describe('State of the visit.') },
  ofFieldVisit,
);
