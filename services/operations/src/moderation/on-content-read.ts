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
      part: 'text',
      content_revision: contentRevision,
      read_at: occurredAt,
    }),
  ),
  // Neither ever changes: a read counts in each round.
  on(publicMediaRead, ({ mediaId, part, readerId, occurredAt }, { trx }) =>
    saveModerationRead(trx, {
      subject_id: mediaId,
      round: 1,
      reader_id: readerId,
      part,
      content_revision: 1,
      read_at: occurredAt,
    }),
  ),
];
