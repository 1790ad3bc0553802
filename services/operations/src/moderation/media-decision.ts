import type { PayloadOf } from '@trust/contracts/event';
import type { publicMediaDecided } from '@trust/contracts/events/operations';
import type { MediaDecisionReason } from '@trust/contracts/reasons/media-reasons';
import type { ModerationRow } from './queries.ts';

export function mediaDecision(row: ModerationRow, at: Date): PayloadOf<typeof publicMediaDecided> {
  return {
    mediaId: row.subject_id,
    providerId: row.provider_id,
    round: row.round,
    outcome: row.outcome === 'approved' ? 'approved' : 'rejected',
    reasonCode: row.decision_reason as MediaDecisionReason,
    occurredAt: at.toISOString(),
  };
}
