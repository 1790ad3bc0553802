import { invalidBody } from './asked.ts';

const absent = { entryId: '01920000-0000-7000-8000-000000000000' };
const absentItem = { subjectType: 'escalation', subjectId: '01920000-0000-7000-8000-000000000000' };
const anyRole = { userId: absent.entryId, role: 'reviewer' };
const invalidQuery = { query: '?thereIsNone=1' };

/** Requests of operators that need nothing of the world. */
export const requestsOfDesk: Record<string, { path?: Record<string, string>; query?: string; body?: unknown }> = {
  getMissionControl: {},
  getMissionControlStream: invalidQuery,
  getMetrics: { query: '?month=2026-01' },
  getReport: { query: '?month=2026-01&report=cases' },
  listAuditEntries: {},
  getAuditExport: {},
  getAuditEntry: { path: absent, ...invalidQuery },
  getAuditProof: { path: absent, ...invalidQuery },
  getPossibleDuplicate: { path: { duplicateId: absent.entryId }, ...invalidQuery },
  reviewPossibleDuplicate: { path: { duplicateId: absent.entryId }, ...invalidBody },
  createRoleRequest: invalidBody,
  listRoleRequests: {},
  createRoleApproval: { path: { roleRequestId: absent.entryId }, ...invalidBody },
  deleteOperatorRole: { path: anyRole, ...invalidBody },
  createEmergencyAction: invalidBody,
  listEmergencyActions: {},
  claimNextTriageItem: invalidQuery,
  claimTriageItem: { path: absentItem, ...invalidQuery },
  assignTriageItem: { path: absentItem, ...invalidBody },
  releaseTriageItem: { path: absentItem, ...invalidQuery },
  snoozeTriageItem: { path: absentItem, ...invalidBody },
  liftTriageSnooze: { path: absentItem, ...invalidBody },
  createTriageNote: { path: absentItem, ...invalidBody },
  listTriageNotes: { path: absentItem, ...invalidQuery },
  listSavedViews: {},
  putSavedView: { path: { viewKey: 'late' }, ...invalidBody },
  deleteSavedView: { path: { viewKey: 'late' }, ...invalidQuery },
  createIncident: invalidBody,
  listIncidents: {},
};
