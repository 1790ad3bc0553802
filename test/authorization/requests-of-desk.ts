const absent = { entryId: '01920000-0000-7000-8000-000000000000' };
const invalidQuery = { query: '?thereIsNone=1' };
const invalidBody = { body: { thereIsNoSuchField: true } };

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
  createEmergencyAction: invalidBody,
  listEmergencyActions: {},
  createIncident: invalidBody,
  listIncidents: {},
};
