import { notificationRequested } from '@trust/contracts/events/any';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { Trx } from '../app.ts';
import type { MediaRow } from './queries.ts';

/** Only for a result of the scan or of an operator, which the representative does not see at once. */
export async function notifyUploader(
  trx: Trx,
  media: MediaRow,
  template: 'media_published' | 'media_rejected',
): Promise<void> {
  await emit(trx, notificationRequested.evidence, {
    userId: media.uploaded_by,
    providerId: media.provider_id,
    template,
    data: { mediaId: media.id },
  });
}
