import type { Trx } from '../app.ts';
import { cancelUpload, lockUpload } from '../upload/intents/cancel-upload.ts';
import { announceMedia } from './announce-media.ts';
import {
  deleteAlts,
  findLiveMedia,
  lockMedia,
  type MediaOf,
  type MediaRow,
  moveMedia,
  withdrawOriginal,
} from './queries.ts';
import { canBecome } from './states.ts';

/** In any state but a final one; returns the row before. */
export async function withdrawMedia(trx: Trx, mediaId: string, at: Date): Promise<MediaRow | undefined> {
  const upload = await lockUpload(trx, mediaId);
  const media = await lockMedia(trx, mediaId);
  if (!media || !canBecome(media.state, 'withdrawn')) return undefined;
  if (media.state === 'uploading' && upload.state !== 'cancelled') await cancelUpload(trx, upload, at);
  await endMedia(trx, media, { state: 'withdrawn', at });
  return media;
}

/** All of an erased provider, or the profile images that somebody who left or is erased uploaded for organisations, with their descriptions. */
export async function withdrawMediaOf(trx: Trx, of: MediaOf, at: Date): Promise<void> {
  for (const id of await findLiveMedia(trx, of)) await withdrawMedia(trx, id, at);
  await deleteAlts(trx, of);
}

type End = { state: 'withdrawn' | 'rejected'; at: Date; reason?: string };

/** Call with the media locked. Its origin answers 410 from the commit on. */
export async function endMedia(trx: Trx, media: MediaRow, end: End): Promise<void> {
  const ended = await moveMedia(trx, media.id, end);
  await withdrawOriginal(trx, media.id, end.at);
  const isAnnounced = media.state === 'pending' || media.state === 'approved';
  if (isAnnounced) await announceMedia(trx, ended, 'removed', end.at);
}
