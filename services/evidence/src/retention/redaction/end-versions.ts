import { evidenceWithdrawn } from '@trust/contracts/events/evidence';
import { type SystemCause, systemAudit } from '@trust/service-kit/audit/audit';
import { emit } from '@trust/service-kit/outbox/outbox';
import { audit, type Trx } from '../../app.ts';
import type { ShownVersion } from '../../items/ended-subjects.ts';
import { announcePhoto } from '../../items/versions/announce-photo.ts';
import { deleteLabelsOf } from '../../upload/intents/uploads-of-person.ts';
import { type Redacted, withdrawVersions } from './queries.ts';
import { redact } from './redact-versions.ts';

const readable: readonly string[] = ['pending_scan', 'available', 'unscannable'];

/** From now on nobody reads them, and their bytes go at once: what they show has ended. */
export async function endVersions(
  trx: Trx,
  versions: readonly ShownVersion[],
  cause: SystemCause,
): Promise<Redacted[]> {
  if (versions.length === 0) return [];
  const ids = versions.map(({ id }) => id);
  const withdrawn = versions.filter(({ state }) => readable.includes(state));
  await withdrawVersions(
    trx,
    withdrawn.map(({ id }) => id),
    cause.at,
  );
  for (const version of withdrawn) {
    await announce(trx, version, cause.at);
    await audit(trx, systemAudit('withdrawEvidence', cause), {
      objectType: 'evidence_version',
      objectId: version.id,
      after: { state: 'withdrawn' },
    });
  }
  await deleteLabelsOf(
    trx,
    versions.map(({ intentId }) => intentId),
  );
  return redact(trx, new Date(0), cause, ids);
}

async function announce(trx: Trx, version: ShownVersion, at: Date): Promise<void> {
  const { id: evidenceVersionId, evidenceId, caseId, providerId, requirementKey, purpose } = version;
  if (purpose === 'field_work') return announcePhoto(trx, evidenceVersionId, 'rejected', at);
  const of = { evidenceVersionId, evidenceId, caseId, providerId, requirementKey };
  await emit(trx, evidenceWithdrawn, { ...of, occurredAt: at.toISOString() });
}
