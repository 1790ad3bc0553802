import { claimSubjectErased } from '@trust/contracts/events/claims';
import { evidenceWithdrawn } from '@trust/contracts/events/evidence';
import { systemAudit } from '@trust/service-kit/audit/audit';
import { emit } from '@trust/service-kit/outbox/outbox';
import { audit, on } from '../../app.ts';
import { deleteLabelsOf } from '../../upload/intents/uploads-of-person.ts';
import { redact } from '../redaction/redact-versions.ts';
import { lockVersionsShowing, withdrawVersions } from './queries.ts';

const readable: readonly string[] = ['pending_scan', 'available', 'unscannable'];

/** Their passport supports nothing any more: the claims about them ended (docs/domain/erasure.md 20). */
export const onClaimSubjectErased = on(claimSubjectErased, async (shown, { trx, event }, { now }) => {
  const cause = { by: 'event', at: now(), id: event.id } as const;
  const versions = await lockVersionsShowing(trx, shown);
  if (versions.length === 0) return;
  const withdrawn = versions.filter(({ state }) => readable.includes(state));
  if (withdrawn.length > 0)
    await withdrawVersions(
      trx,
      withdrawn.map(({ id }) => id),
      cause.at,
    );
  for (const { id, evidenceId, caseId, providerId, requirementKey } of withdrawn) {
    const version = { evidenceVersionId: id, evidenceId, caseId, providerId, requirementKey };
    await emit(trx, evidenceWithdrawn, { ...version, occurredAt: cause.at.toISOString() });
    await audit(trx, systemAudit('withdrawEvidence', cause), {
      objectType: 'evidence_version',
      objectId: id,
      after: { state: 'withdrawn' },
    });
  }
  await deleteLabelsOf(
    trx,
    versions.map(({ intentId }) => intentId),
  );
  await redact(
    trx,
    new Date(0),
    cause,
    versions.map(({ id }) => id),
  );
});
