import { evidenceRead } from '@trust/contracts/events/evidence';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { Trx } from '../app.ts';
import type { ByteRange } from '../object-store.ts';
import { insertSentPart, insertWholeRead, isSentWhole, lockGrantsOf } from './queries.ts';

type Sent = {
  readId: string;
  version: { id: string; grant_id: string; case_id: string; assignment_id: string | null };
  rendition: { size_bytes: number };
  isPreview: boolean;
  isLegible: boolean;
  /** Undefined: all of it. */
  range: ByteRange | undefined;
  reviewerId: string;
  at: Date;
};

/** Records what was sent, and announces the read once all of the version was sent under the assignment (promise T2). */
export async function recordSent(trx: Trx, sent: Sent): Promise<void> {
  const { version, isPreview, isLegible, reviewerId, at } = sent;
  const sizeBytes = sent.rendition.size_bytes;
  const range = sent.range ?? { start: 0, end: sizeBytes - 1 };
  const assignmentId = version.assignment_id;
  // A grant from before assignments had ids.
  if (!assignmentId) return;
  const reading = { assignmentId, versionId: version.id };
  await lockGrantsOf(trx, reading);
  await insertSentPart(trx, { readId: sent.readId, grantId: version.grant_id, isPreview, range, at });
  if (!isLegible || !(await isSentWhole(trx, reading, { isPreview, sizeBytes }))) return;
  if (!(await insertWholeRead(trx, reading, at))) return;
  await emit(trx, evidenceRead, {
    evidenceVersionId: version.id,
    caseId: version.case_id,
    assignmentId,
    reviewerId,
    occurredAt: at.toISOString(),
  });
}
