import { withActions } from '@trust/service-kit/actions/with-actions';
import type { Routes } from '@trust/service-kit/http/route';
import { withOperatorNames } from '@trust/service-kit/operator-names';
import { answersWithActions } from './actions.ts';
import type { App } from './app.ts';
import { getAuditEntry } from './audit/entries/get-audit-entry.ts';
import { getAuditExport } from './audit/entries/get-audit-export.ts';
import { listAuditEntries } from './audit/entries/list-audit-entries.ts';
import { getAuditProof } from './audit/tree/get-audit-proof.ts';
import { getOperationsCase } from './directory/cases/get-operations-case.ts';
import { listQueuedCases } from './directory/cases/list-queued-cases.ts';
import { listExpiries } from './directory/expiries/list-expiries.ts';
import { getPossibleDuplicate } from './directory/possible-duplicates/get-possible-duplicate.ts';
import { reviewPossibleDuplicate } from './directory/possible-duplicates/review-possible-duplicate.ts';
import { getOperationsProvider } from './directory/providers/get-operations-provider.ts';
import { listProviderWorkspaces } from './directory/providers/list-provider-workspaces.ts';
import { listProviders } from './directory/providers/list-providers.ts';
import { cancelFieldWorkItem } from './field-work/items/cancel-field-work-item.ts';
import { createFieldWorkItem } from './field-work/items/create-field-work-item.ts';
import { getFieldWorkItem } from './field-work/items/get-field-work-item.ts';
import { listFieldWorkItems } from './field-work/items/list-field-work-items.ts';
import { reassignFieldWorkItem } from './field-work/items/reassign-field-work-item.ts';
import { transitionFieldWorkItem } from './field-work/items/transition-field-work-item.ts';
import { createFieldSubmission } from './field-work/submissions/create-field-submission.ts';
import { createEmergencyAction } from './interventions/emergency-actions/create-emergency-action.ts';
import { getEmergencyAction } from './interventions/emergency-actions/get-emergency-action.ts';
import { liftEmergencyAction } from './interventions/emergency-actions/lift-emergency-action.ts';
import { listEmergencyActions } from './interventions/emergency-actions/list-emergency-actions.ts';
import { listEmergencyTargets } from './interventions/emergency-actions/list-emergency-targets.ts';
import { reviewEmergencyAction } from './interventions/emergency-actions/review-emergency-action.ts';
import { createEscalation } from './interventions/escalations/create-escalation.ts';
import { getEscalation } from './interventions/escalations/get-escalation.ts';
import { listEscalations } from './interventions/escalations/list-escalations.ts';
import { resolveEscalation } from './interventions/escalations/resolve-escalation.ts';
import { startEscalation } from './interventions/escalations/start-escalation.ts';
import { createIncident } from './interventions/incidents/create-incident.ts';
import { getIncident } from './interventions/incidents/get-incident.ts';
import { listIncidents } from './interventions/incidents/list-incidents.ts';
import { resolveIncident } from './interventions/incidents/resolve-incident.ts';
import { startIncident } from './interventions/incidents/start-incident.ts';
import { createOverride } from './interventions/overrides/create-override.ts';
import { createOverrideApproval } from './interventions/overrides/create-override-approval.ts';
import { getOverride } from './interventions/overrides/get-override.ts';
import { listOverrides } from './interventions/overrides/list-overrides.ts';
import { withdrawOverride } from './interventions/overrides/withdraw-override.ts';
import { createDisputeDecision } from './moderation/disputes/create-dispute-decision.ts';
import { listDisputes } from './moderation/disputes/list-disputes.ts';
import { createMediaDecision } from './moderation/media/create-media-decision.ts';
import { createNameDecision } from './moderation/names/create-name-decision.ts';
import { listNameModerations } from './moderation/names/list-name-moderations.ts';
import { createReportDecision } from './moderation/provider-reports/create-report-decision.ts';
import { listProviderReports } from './moderation/provider-reports/list-provider-reports.ts';
import { createReviewDecision } from './moderation/reviews/create-review-decision.ts';
import { createReviewResponseDecision } from './moderation/reviews/create-review-response-decision.ts';
import { listReviewModerations } from './moderation/reviews/list-review-moderations.ts';
import { listReviewResponseModerations } from './moderation/reviews/list-review-response-moderations.ts';
import { getMissionControl } from './overview/mission-control/get-mission-control.ts';
import { getMissionControlStream } from './overview/mission-control/get-mission-control-stream.ts';
import { getMetrics } from './overview/reports/get-metrics.ts';
import { getReport } from './overview/reports/get-report.ts';
import { assignTriageItem } from './queue/item-assignments/assign-triage-item.ts';
import { claimNextTriageItem } from './queue/item-claims/claim-next-triage-item.ts';
import { claimTriageItem } from './queue/item-claims/claim-triage-item.ts';
import { releaseTriageItem } from './queue/item-claims/release-triage-item.ts';
import { createTriageNote } from './queue/item-notes/create-triage-note.ts';
import { listTriageNotes } from './queue/item-notes/list-triage-notes.ts';
import { liftTriageSnooze } from './queue/item-snoozes/lift-triage-snooze.ts';
import { snoozeTriageItem } from './queue/item-snoozes/snooze-triage-item.ts';
import { listTriageItems } from './queue/items/list-triage-items.ts';
import { deleteSavedView } from './queue/saved-views/delete-saved-view.ts';
import { listSavedViews } from './queue/saved-views/list-saved-views.ts';
import { putSavedView } from './queue/saved-views/put-saved-view.ts';

const declared = {
  listTriageItems,
  claimNextTriageItem,
  claimTriageItem,
  assignTriageItem,
  releaseTriageItem,
  snoozeTriageItem,
  liftTriageSnooze,
  createTriageNote,
  listTriageNotes,
  listSavedViews,
  putSavedView,
  deleteSavedView,
  createFieldWorkItem,
  listFieldWorkItems,
  getFieldWorkItem,
  transitionFieldWorkItem,
  reassignFieldWorkItem,
  cancelFieldWorkItem,
  createFieldSubmission,
  createEscalation,
  listEscalations,
  getEscalation,
  startEscalation,
  resolveEscalation,
  createOverride,
  listOverrides,
  getOverride,
  createOverrideApproval,
  withdrawOverride,
  createIncident,
  listIncidents,
  getIncident,
  startIncident,
  resolveIncident,
  listProviderWorkspaces,
  listProviders,
  getOperationsProvider,
  getPossibleDuplicate,
  reviewPossibleDuplicate,
  getMissionControl,
  getMissionControlStream,
  getMetrics,
  getReport,
  listAuditEntries,
  getAuditExport,
  getAuditEntry,
  getAuditProof,
  createEmergencyAction,
  listEmergencyActions,
  listEmergencyTargets,
  getEmergencyAction,
  liftEmergencyAction,
  reviewEmergencyAction,
  listExpiries,
  listQueuedCases,
  getOperationsCase,
  createDisputeDecision,
  createReportDecision,
  createReviewDecision,
  createReviewResponseDecision,
  listNameModerations,
  createNameDecision,
  listDisputes,
  listProviderReports,
  listReviewModerations,
  listReviewResponseModerations,
  createMediaDecision,
} satisfies Routes<App>;

const named = withOperatorNames(declared, { table: 'operator', key: 'user_id' });

export const routes = withActions<App, typeof named>(named, answersWithActions);
