import { evidenceSnapshot, type evidenceVersionStates, fieldPhotoSnapshot } from '@trust/contracts/events/evidence';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { Trx } from '../../app.ts';
import { announcePhoto, type PhotoState } from './announce-photo.ts';
import { findAnnouncedVersion, lockProcessing, type ProcessingRow } from './queries.ts';

export async function announceVersion(trx: Trx, versionId: string): Promise<void> {
  const processing = await lockProcessing(trx, versionId);
  const version = processing && (await findAnnouncedVersion(trx, versionId));
  if (!version) return;
  if (version.purpose === 'field_work')
    return announcePhoto(trx, versionId, photoStateOf(processing), processing.changed_at, fieldPhotoSnapshot);
  await emit(trx, evidenceSnapshot, {
    evidenceVersionId: versionId,
    evidenceId: version.evidence_id,
    intentId: version.intent_id,
    caseId: version.case_id,
    providerId: version.provider_id,
    requirementKey: version.requirement_key,
    documentKind: version.document_kind,
    uploaderId: version.uploaded_by,
    confirmedAt: version.confirmed_at.toISOString(),
    state: stateOf(processing),
    occurredAt: processing.changed_at.toISOString(),
  });
}

/** A photo whose provider was erased can no longer be read. */
function photoStateOf(row: ProcessingRow): PhotoState {
  const state = stateOf(row);
  return state === 'refused' || state === 'withdrawn' ? 'rejected' : state;
}

function stateOf(row: ProcessingRow): (typeof evidenceVersionStates)[number] {
  if (row.case_refusal !== null) return 'refused';
  // Null: deleted before the column existed.
  const state = row.state === 'redacted' ? (row.redacted_from ?? 'withdrawn') : row.state;
  if (state === 'unscannable') return row.next_scan_at ? 'pending_scan' : 'rejected';
  if (state === 'quarantined' || state === 'refused') return 'rejected';
  return state === 'redacted' ? 'withdrawn' : state;
}
