import type { Routes } from '@trust/service-kit/http/route';
import type { App } from './app.ts';
import { assignTriageItem } from './assignments/assign-triage-item.ts';
import { getAuditEntry } from './audit/get-audit-entry.ts';
import { getAuditExport } from './audit/get-audit-export.ts';
import { listAuditEntries } from './audit/list-audit-entries.ts';
import { getAuditProof } from './audit-tree/get-audit-proof.ts';
import { createDisputeDecision } from './disputes/create-dispute-decision.ts';
import { createReportDecision } from './disputes/create-report-decision.ts';
import { createReviewDecision } from './disputes/create-review-decision.ts';
import { createReviewResponseDecision } from './disputes/create-review-response-decision.ts';
import { listDisputes } from './disputes/list-disputes.ts';
import { listProviderReports } from './disputes/list-provider-reports.ts';
import { listReviewModerations } from './disputes/list-review-moderations.ts';
import { listReviewResponseModerations } from './disputes/list-review-response-moderations.ts';
import { createEmergencyAction } from './emergency-actions/create-emergency-action.ts';
import { getEmergencyAction } from './emergency-actions/get-emergency-action.ts';
import { liftEmergencyAction } from './emergency-actions/lift-emergency-action.ts';
import { listEmergencyActions } from './emergency-actions/list-emergency-actions.ts';
import { listEmergencyTargets } from './emergency-actions/list-emergency-targets.ts';
import { reviewEmergencyAction } from './emergency-actions/review-emergency-action.ts';
import { createEscalation } from './escalations/create-escalation.ts';
import { getEscalation } from './escalations/get-escalation.ts';
import { listEscalations } from './escalations/list-escalations.ts';
import { resolveEscalation } from './escalations/resolve-escalation.ts';
import { startEscalation } from './escalations/start-escalation.ts';
import { listExpiries } from './expiries/list-expiries.ts';
import { createFieldSubmission } from './field-submissions/create-field-submission.ts';
import { cancelFieldWorkItem } from './field-work/cancel-field-work-item.ts';
import { createFieldWorkItem } from './field-work/create-field-work-item.ts';
import { getFieldWorkItem } from './field-work/get-field-work-item.ts';
import { listFieldWorkItems } from './field-work/list-field-work-items.ts';
import { reassignFieldWorkItem } from './field-work/reassign-field-work-item.ts';
import { transitionFieldWorkItem } from './field-work/transition-field-work-item.ts';
import { createIncident } from './incidents/create-incident.ts';
import { getIncident } from './incidents/get-incident.ts';
import { listIncidents } from './incidents/list-incidents.ts';
import { resolveIncident } from './incidents/resolve-incident.ts';
import { startIncident } from './incidents/start-incident.ts';
import { createMediaDecision } from './media-moderation/create-media-decision.ts';
import { getMissionControl } from './mission-control/get-mission-control.ts';
import { getMissionControlStream } from './mission-control/get-mission-control-stream.ts';
import { createOverride } from './overrides/create-override.ts';
import { createOverrideApproval } from './overrides/create-override-approval.ts';
import { getOverride } from './overrides/get-override.ts';
import { listOverrides } from './overrides/list-overrides.ts';
import { withdrawOverride } from './overrides/withdraw-override.ts';
import { getPossibleDuplicate } from './possible-duplicates/get-possible-duplicate.ts';
import { reviewPossibleDuplicate } from './possible-duplicates/review-possible-duplicate.ts';
import { getOperationsProvider } from './providers/get-operations-provider.ts';
import { listProviderWorkspaces } from './providers/list-provider-workspaces.ts';
import { listProviders } from './providers/list-providers.ts';
import { getMetrics } from './reports/get-metrics.ts';
import { getReport } from './reports/get-report.ts';
import { deleteSavedView } from './saved-views/delete-saved-view.ts';
import { listSavedViews } from './saved-views/list-saved-views.ts';
import { putSavedView } from './saved-views/put-saved-view.ts';
import { listTriageItems } from './triage/list-triage-items.ts';
import { claimNextTriageItem } from './triage-items/claim-next-triage-item.ts';
import { claimTriageItem } from './triage-items/claim-triage-item.ts';
import { createTriageNote } from './triage-items/create-triage-note.ts';
import { listTriageNotes } from './triage-items/list-triage-notes.ts';
import { releaseTriageItem } from './triage-items/release-triage-item.ts';
import { snoozeTriageItem } from './triage-items/snooze-triage-item.ts';
import { unsnoozeTriageItem } from './triage-items/unsnooze-triage-item.ts';
import { getOperationsCase } from './verification-queue/get-operations-case.ts';
import { listQueuedCases } from './verification-queue/list-queued-cases.ts';

export const routes = {
  listTriageItems,
  claimNextTriageItem,
  claimTriageItem,
  assignTriageItem,
  releaseTriageItem,
  snoozeTriageItem,
  unsnoozeTriageItem,
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
  listDisputes,
  listProviderReports,
  listReviewModerations,
  listReviewResponseModerations,
  createMediaDecision,
} satisfies Routes<App>;
