import { createHash } from 'node:crypto';
import type { RefusalReason } from '@trust/contracts/events/evidence';
import type { App, Trx } from '../app.ts';
import type { ProcessingState, UploadPurpose } from '../db/schema.ts';
import type { Rendition } from '../examiner.ts';
import { announceMedia } from './announce-media.ts';
import { notifyUploader } from './notify-uploader.ts';
import { insertRenditions, lockMedia, type MediaRow, moveMedia, type StoredRendition } from './queries.ts';

export type { StoredRendition };

/** Locked before its document, as by a withdrawal. Undefined for documents of another purpose. */
export async function lockMediaOf(
  trx: Trx,
  { purpose, intent_id }: { purpose: UploadPurpose; intent_id: string },
): Promise<MediaRow | undefined> {
  return purpose === 'public_media' ? lockMedia(trx, intent_id) : undefined;
}

/** Into the quarantine: the public folder gets them after the approval. */
export async function saveRenditions(
  { store }: Pick<App, 'store'>,
  renditions: readonly Rendition[] | undefined,
): Promise<StoredRendition[]> {
  if (!renditions?.length) throw new Error('The examination of public media returned no image.');
  const stored: StoredRendition[] = [];
  for (const { bytes, ...rendition } of renditions) {
    const sha256 = createHash('sha256').update(bytes).digest();
    stored.push({ ...rendition, sha256, sizeBytes: bytes.length, objectKey: await store.save(bytes) });
  }
  return stored;
}

type FinalResult = {
  state: ProcessingState;
  refusal?: RefusalReason;
  renditions?: readonly StoredRendition[];
  at: Date;
};

/** Applies a final result: the media waits for an operator, or is refused with its reason. */
export async function recordExamination(trx: Trx, media: MediaRow, result: FinalResult): Promise<void> {
  const { at, renditions } = result;
  if (renditions) await insertRenditions(trx, media.id, renditions);
  if (result.state === 'available') {
    const pending = await moveMedia(trx, media.id, { state: 'pending', at });
    return announceMedia(trx, pending, 'pending', at);
  }
  const reason = result.refusal ?? (result.state === 'quarantined' ? 'malware' : 'unscannable');
  await moveMedia(trx, media.id, { state: 'refused', reason, at });
  await notifyUploader(trx, media, 'media_rejected');
}

/** Images that were drawn before the loss stay public. */
export async function recordLostOriginal(trx: Trx, media: MediaRow, at: Date): Promise<void> {
  if (media.state === 'processing') await moveMedia(trx, media.id, { state: 'refused', reason: 'lost', at });
}
