import { addWorkingTime, businessDayMs } from '@trust/business-calendar/calendar';
import { publicMediaChanged, publicMediaSnapshot } from '@trust/contracts/events/public-media';
import { on } from '../../app.ts';
import { lockModerations, markWithdrawn, upsertModeration } from '../queries.ts';

/** As for a review (docs/domain/work-queue.md 14). */
const businessDays = 3;

export const onPublicMediaChanged = [publicMediaChanged, publicMediaSnapshot].map((type) =>
  on(type, async ({ mediaId, providerId, uploaderId, state, occurredAt }, { trx }, { newId, calendar }) => {
    if (state === 'removed') {
      for (const { round } of await lockModerations(trx, mediaId)) await markWithdrawn(trx, mediaId, round);
      return;
    }
    const at = new Date(occurredAt);
    // A published image has its moderation, unless this is the snapshot for an empty database.
    if (state === 'pending')
      await upsertModeration(trx, {
        id: newId(),
        subject_id: mediaId,
        kind: 'media',
        round: 1,
        is_appeal: false,
        provider_id: providerId,
        category_key: null,
        reason_code: 'new_image',
        involved: [uploaderId],
        requested_at: at,
        ready_at: at,
        due_at: addWorkingTime(calendar, at, businessDays * businessDayMs),
      });
  }),
);
