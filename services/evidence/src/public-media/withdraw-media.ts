import type { Trx } from '../app.ts';
import { endIntent, endSession } from '../upload/intents/queries.ts';
import { announceMedia } from './announce-media.ts';
import { lockMedia, lockUploadOf, type MediaRow, moveMedia, withdrawOriginal } from './queries.ts';
import { canBecome } from './states.ts';

/** In any state but a final one; returns the row before. */
export async function withdrawMedia(trx: Trx, mediaId: string, at: Date): Promise<MediaRow | undefined> {
  const upload = await lockUploadOf(trx, mediaId);
  const media = await lockMedia(trx, mediaId);
  if (!media || !canBecome(media.state, 'withdrawn')) return undefined;
  if (media.state === 'uploading' && upload.state !== 'cancelled') {
    await endSession(trx, upload.current_session_id, upload.session_expires_at <= at ? 'expired' : 'cancelled');
    await endIntent(trx, upload, 'cancelled');
  }
  await endMedia(trx, media, { state: 'withdrawn', at });
  return media;
}

type End = { state: 'withdrawn' | 'rejected'; at: Date; reason?: string };

/** Call with the media locked. Its origin answers 410 from the commit on. */
export async function endMedia(trx: Trx, media: MediaRow, end: End): Promise<void> {
  const ended = await moveMedia(trx, media.id, end);
  await withdrawOriginal(trx, media.id, end.at);
  const isAnnounced = media.state === 'pending' || media.state === 'approved';
  if (isAnnounced) await announceMedia(trx, ended, 'removed', end.at);
}
