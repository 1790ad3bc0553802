import { createHash } from 'node:crypto';
import type { App, Trx } from '../app.ts';
import type { Rendition } from '../examiner.ts';
import type { ScanResult } from '../scanning/queries.ts';
import { announceMedia } from './announce-media.ts';
import { notifyUploader } from './notify-uploader.ts';
import { type MediaRow, moveMedia, type StoredRendition } from './queries.ts';

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

/** Of a final result: the media waits for an operator, or is refused with its reason. */
export async function recordExamination(trx: Trx, media: MediaRow, result: ScanResult): Promise<void> {
  const { at } = result;
  if (result.state === 'available') {
    const pending = await moveMedia(trx, media.id, { state: 'pending', at });
    return announceMedia(trx, pending, 'pending', at);
  }
  const reason = result.refusal ?? (result.state === 'quarantined' ? 'malware' : 'unscannable');
  await moveMedia(trx, media.id, { state: 'refused', reason, at });
  await notifyUploader(trx, media, 'media_rejected');
}
