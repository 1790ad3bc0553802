import type { Language } from '@trust/contracts/values/text';
import type { App } from '../../app.ts';
import type { ProcessingState } from '../../db/schema.ts';
import { refusalResponse } from '../../items/versions/refusal-response.ts';
import { partsOf } from './parts.ts';
import type { IntentRow } from './queries.ts';
import { intentStateNow, sessionStateNow } from './states.ts';

const urlMinutes = 15;

/** Sizes by part number. A request to the store, so never inside a transaction. */
export async function receivedParts(
  { store }: App,
  row: Pick<IntentRow, 'session_state' | 'upload_ref'> | undefined,
): Promise<ReadonlyMap<number, number>> {
  return row?.session_state === 'requested' ? store.receivedParts(row.upload_ref) : new Map();
}

export async function intentResponse(
  { store, now }: Pick<App, 'store' | 'now'>,
  row: IntentRow,
  { language, received = new Map() }: { language: Language; received?: ReadonlyMap<number, number> },
) {
  const at = now();
  const summary = intentSummary(row, { now: at, language });
  // A URL expires with its session at the latest.
  const expiresAt = new Date(Math.min(at.getTime() + urlMinutes * 60_000, row.session_expires_at.getTime()));
  const parts = summary.session.state === 'requested' ? partsOf(row.size_bytes) : [];
  const upload = { uploadRef: row.upload_ref, sessionId: row.current_session_id, expiresAt };
  return {
    ...summary,
    // Clients may send parts straight to the store, before the row is updated.
    state: summary.state === 'open' && received.size > 0 ? ('uploading' as const) : summary.state,
    session: {
      ...summary.session,
      parts: await Promise.all(
        parts.map(async (part) => ({
          ...part,
          method: 'PUT' as const,
          ...(await store.partTarget({ ...upload, ...part })),
          expiresAt: expiresAt.toISOString(),
          received: received.get(part.partNumber) === part.sizeBytes,
        })),
      ),
    },
  };
}

export function intentSummary(row: IntentRow, { now, language }: { now: Date; language: Language }) {
  return {
    id: row.id,
    clientIntentKey: row.client_intent_key,
    caseId: row.case_id,
    requirementKey: row.requirement_key,
    documentKind: row.document_kind,
    mediaType: row.media_type,
    sizeBytes: row.size_bytes,
    label: row.label,
    replacesIntentId: row.replaces_intent_id,
    state: intentStateNow(row, now),
    attemptCount: row.attempt_count,
    createdAt: row.created_at.toISOString(),
    evidence:
      row.version_id && row.evidence_id && row.confirmed_at && row.processing_state
        ? {
            evidenceId: row.evidence_id,
            evidenceVersionId: row.version_id,
            confirmedAt: row.confirmed_at.toISOString(),
            processing: intentProcessing(row.processing_state),
            refusal: refusalResponse({ refusal: row.refusal, processing: row.processing_state }, language),
          }
        : null,
    session: {
      id: row.current_session_id,
      state: sessionStateNow(row, now),
      expiresAt: row.session_expires_at.toISOString(),
    },
  };
}

/** The contract of intents has fewer states than evidence (ADR 0020). */
export function intentProcessing(state: ProcessingState) {
  if (state === 'redacted') return 'withdrawn';
  return state === 'refused' || state === 'lost' ? 'unscannable' : state;
}
