import { moderationRead } from '@trust/contracts/events/customers';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { RequestInfo } from '@trust/service-kit/request-info';
import type { Trx } from '../../app.ts';
import { lockOpenRequest } from './queries.ts';

type Read = { subjectId: string; readerId: string; request: Pick<RequestInfo, 'incoming'>; at: Date };

/**
 * Announces that an operator gets what waits for a decision. Call before the content is queried: the lock keeps out a new
 * revision, which the reader would not get. HEAD sends no content.
 */
export async function announceRead(trx: Trx, { subjectId, readerId, request, at }: Read): Promise<void> {
  if (request.incoming.method !== 'GET') return;
  const open = await lockOpenRequest(trx, subjectId);
  if (!open) return;
  await emit(trx, moderationRead, {
    requestId: open.id,
    subjectId,
    round: open.round,
    contentRevision: open.content_revision,
    readerId,
    occurredAt: at.toISOString(),
  });
}
