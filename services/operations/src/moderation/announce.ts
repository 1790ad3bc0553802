import type { PayloadOf } from '@trust/contracts/event';
import {
  moderationDecided,
  moderationDecisionSnapshot,
  publicMediaDecided,
  publicMediaDecisionSnapshot,
} from '@trust/contracts/events/operations';
import type { MediaDecisionReason } from '@trust/contracts/reasons/media-reasons';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { Trx } from '../app.ts';
import { lockModeration, type ModerationKind, type ModerationRow } from './queries.ts';

/** Evidence applies decisions about images, provider the others. */
export async function announceDecided(trx: Trx, row: ModerationRow, at: Date): Promise<void> {
  if (row.kind === 'media') await emit(trx, publicMediaDecided, mediaDecision(row, at));
  else await emit(trx, moderationDecided, decisionPayload(row, at));
}

export async function announceDecision(trx: Trx, id: string): Promise<void> {
  const row = await lockModeration(trx, id);
  if (row.decided_at && row.kind === 'media')
    await emit(trx, publicMediaDecisionSnapshot, mediaDecision(row, row.decided_at));
  else if (row.decided_at) await emit(trx, moderationDecisionSnapshot, decisionPayload(row, row.decided_at));
}

function mediaDecision(row: ModerationRow, at: Date): PayloadOf<typeof publicMediaDecided> {
  return {
    mediaId: row.subject_id,
    providerId: row.provider_id,
    round: row.round,
    outcome: row.outcome === 'approved' ? 'approved' : 'rejected',
    reasonCode: row.decision_reason as MediaDecisionReason,
    occurredAt: at.toISOString(),
  };
}

function decisionPayload(row: ModerationRow, at: Date) {
  return {
    subjectId: row.subject_id,
    kind: row.kind as Exclude<ModerationKind, 'media'>,
    round: row.round,
    contentRevision: row.content_revision,
    providerId: row.provider_id,
    outcome: row.outcome ?? '',
    reasonCode: row.decision_reason ?? '',
    ...(row.is_name_kept !== null && { isNameKept: row.is_name_kept }),
    occurredAt: at.toISOString(),
  };
}
