import { publicMediaDecided, publicMediaDecisionSnapshot } from '@trust/contracts/events/operations';
import { systemAudit } from '@trust/service-kit/audit/audit';
import { audit, on } from '../../app.ts';
import { notifyUploader } from '../notify-uploader.ts';
import { lockMedia, moveMedia } from '../queries.ts';
import { canBecome } from '../states.ts';
import { endMedia } from '../withdraw-media.ts';

/** A decision about media that was withdrawn meanwhile has no effect. */
export const onMediaDecided = on.each(
  [publicMediaDecided, publicMediaDecisionSnapshot],
  async ({ mediaId, outcome, reasonCode }, { trx, event }, { now }) => {
    const media = await lockMedia(trx, mediaId);
    if (!media || !canBecome(media.state, outcome)) return;
    const at = now();
    if (outcome === 'approved') await moveMedia(trx, mediaId, { state: outcome, at });
    else {
      await endMedia(trx, media, { state: outcome, reason: reasonCode, at });
      await notifyUploader(trx, media, 'media_rejected');
    }
    await audit(trx, systemAudit('applyMediaDecision', { by: 'event', at: event.time, id: event.id }), {
      objectType: 'public_media',
      objectId: mediaId,
      before: { state: media.state },
      after: { state: outcome, reasonCode },
    });
  },
);
