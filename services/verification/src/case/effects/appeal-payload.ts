import type { PayloadOf } from '@trust/contracts/event';
import type { appealChanged } from '@trust/contracts/events/appeals';
import type { Selectable } from 'kysely';
import type { Appeal } from '../../db/schema.ts';
import type { Case } from '../record/queries.ts';

export function appealPayload(found: Case, appeal: Selectable<Appeal>, at: Date): PayloadOf<typeof appealChanged> {
  return {
    appealId: appeal.id,
    caseId: found.id,
    decisionId: appeal.decision_id,
    evidenceCaseId: appeal.evidence_case_id,
    providerId: found.provider_id,
    categoryKey: found.category_key,
    state: appeal.state,
    submittedAt: appeal.submitted_at.toISOString(),
    occurredAt: at.toISOString(),
  };
}
