import { Problem } from '@trust/service-kit/problems/problem';
import type { Trx } from '../../app.ts';
import { findReadings } from '../../from-other-services/readings.ts';
import { type Assignment, heldAssignment } from '../record/assignments.ts';

/** A grant lasts 15 minutes, and evidence announces a read right after its last byte. */
const announcedWithinMs = 16 * 60_000;

/** `field`: of the request. */
export type Judged = { field: string; evidenceVersionId: string };
type Unread = Judged & { mayBeAnnounced: boolean };

/** Which of the documents the assignee has not read as a whole since they got the duty (promise T2). */
async function findUnread(
  trx: Trx,
  { id }: Pick<Assignment, 'id'>,
  judged: readonly Judged[],
  now: Date,
): Promise<Unread[]> {
  if (judged.length === 0) return [];
  const readings = await findReadings(
    trx,
    id,
    judged.map(({ evidenceVersionId }) => evidenceVersionId),
  );
  return judged.flatMap((one) => {
    const reading = readings.find(({ evidence_version_id }) => evidence_version_id === one.evidenceVersionId);
    if (reading?.read_at) return [];
    const grantedAt = reading?.granted_at?.getTime() ?? 0;
    return [{ ...one, mayBeAnnounced: now.getTime() < grantedAt + announcedWithinMs }];
  });
}

/** 409 unless the person has read each document as a whole since they got their duty of the case (promise T2). */
export async function assertRead(
  trx: Trx,
  { caseId, userId }: { caseId: string; userId: string },
  judged: readonly Judged[],
  now: Date,
): Promise<void> {
  if (judged.length === 0) return;
  const unread = await findUnread(trx, await heldAssignment(trx, caseId, userId), judged, now);
  if (unread.length > 0) throw documentNotRead(unread);
}

/** For the audit log. */
type NotRead = { notReadReason: string; documentsNotRead: number };

/**
 * The documents that a decision relies on the reviewer's reading for, with the decider's reason; undefined if there are none.
 * Throws 409 without a reason.
 */
export async function documentsNotRead(
  trx: Trx,
  held: Pick<Assignment, 'id'>,
  judged: readonly Judged[],
  { notReadReason }: { notReadReason?: string | undefined },
  now: Date,
): Promise<NotRead | undefined> {
  const unread = await findUnread(trx, held, judged, now);
  if (unread.length === 0) return undefined;
  if (notReadReason === undefined) throw documentNotRead(unread);
  return { notReadReason, documentsNotRead: unread.length };
}

/** Final unless each read may be on its way. */
function documentNotRead(unread: readonly Unread[]): Problem {
  const mayArrive = unread.every(({ mayBeAnnounced }) => mayBeAnnounced);
  return new Problem('document-not-read', undefined, {
    errors: unread.map(({ field }) => ({ field, code: 'not_read' as const })),
    ...(mayArrive && { retryAfter: 1 }),
  });
}
