import { randomUUID } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { moderationRead } from '@trust/contracts/events/customers';
import { MediaPart, publicMediaRead } from '@trust/contracts/events/public-media';
import type { Operations } from './service.ts';

/** As the service with the content announces it once it was sent to this operator. */
export async function readContent(operations: Operations, { userId: readerId }: Actor, subjectId: string) {
  const waiting = await operations.db
    .selectFrom('moderation')
    .select(['kind', 'round', 'content_revision'])
    .where('subject_id', '=', subjectId)
    .orderBy('round', 'desc')
    .executeTakeFirstOrThrow();
  const occurredAt = operations.clock.now.toISOString();
  if (waiting.kind === 'media')
    for (const part of MediaPart.options)
      await operations.deliver(publicMediaRead, { mediaId: subjectId, part, readerId, occurredAt });
  else
    await operations.deliver(moderationRead, {
      requestId: randomUUID(),
      subjectId,
      round: waiting.round,
      contentRevision: waiting.content_revision,
      readerId,
      occurredAt,
    });
}
