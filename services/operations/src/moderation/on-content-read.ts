import { moderationRead } from '@trust/contracts/events/customers';
import { publicMediaRead } from '@trust/contracts/events/public-media';
import { on } from '../app.ts';
import { saveModerationRead } from './queries.ts';

export const onContentRead = [
  on(moderationRead, ({ subjectId, round, contentRevision, readerId, occurredAt }, { trx }) =>
    saveModerationRead(trx, {
      subject_id: subjectId,
      round,
      reader_id: readerId,
      content_revision: contentRevision,
      read_at: occurredAt,
    }),
  ),
  // An image never changes: a read of it counts in each round.
  on(publicMediaRead, ({ mediaId, readerId, occurredAt }, { trx }) =>
    saveModerationRead(trx, {
      subject_id: mediaId,
      round: 1,
      reader_id: readerId,
      content_revision: 1,
      read_at: occurredAt,
    }),
  ),
];
