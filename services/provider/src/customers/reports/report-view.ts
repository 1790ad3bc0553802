import type { z } from 'zod';
import type { ReportRow } from './queries.ts';
import type { ProviderReport } from './schema.ts';

/** Codes only: what operators wrote is for them. */
export function reportBody(row: ReportRow): z.input<typeof ProviderReport> {
  return {
    id: row.id,
    reasonCode: row.reason_code as 'other',
    statement: row.statement,
    reportedAt: row.reported_at.toISOString(),
    publicProviderId: row.public_provider_id,
    state: row.outcome === null ? 'open' : 'decided',
    outcome: row.outcome as 'upheld' | null,
    decisionReason: row.decision_reason as 'no_breach' | null,
    decidedAt: row.decided_at?.toISOString() ?? null,
  };
}
