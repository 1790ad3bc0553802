import { moderationRead } from '@trust/contracts/events/customers';
import type { OnSent } from '@trust/service-kit/http/reply';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { App, Trx } from '../../app.ts';
import { lockOpenRequest, type RequestRow } from './queries.ts';

/** `standing`: the last decided round of what can be refused again. */
type Read = { subjectId: string; readerId: string; standing?: RequestRow | undefined };

/**
 * For the `onSent` of a response: announces that an operator got what waits for a decision. Call before the content is queried: the
 * lock keeps out a new revision, which the reader would not get. Undefined if nothing waits.
 */
export async function announcementOfRead(
  trx: Trx,
  { db, now }: Pick<App, 'db' | 'now'>,
  { subjectId, readerId, standing }: Read,
): Promise<OnSent | undefined> {
  const open = (await lockOpenRequest(trx, subjectId)) ?? standing;
  if (!open) return undefined;
  const { id: requestId, round, content_revision: contentRevision } = open;
  const read = { requestId, subjectId, round, contentRevision, readerId, occurredAt: now().toISOString() };
  return () => db.transact((trx) => emit(trx, moderationRead, read));
}
