import type { Media, MediaCreate, MediaUpload } from './generated/contract.ts';
import { isProblem } from './problem.ts';
import { isDamaged, isOutdated, maxRounds, sendParts, type UploadControl, type UploadOptions } from './upload-parts.ts';

/** The client adds size, hash and, from `Blob.type`, the media type. */
export type ImageTarget = Omit<MediaCreate, 'clientIntentKey' | 'sizeBytes' | 'sha256' | 'mediaType'> & {
  mediaType?: MediaCreate['mediaType'];
};

/** Remembered until the upload is confirmed, so that another process continues it. `alt` is fixed with the upload. */
type ImageState = { clientIntentKey: string; alt: string };

export async function uploadImage(
  options: UploadOptions,
  image: Blob,
  target: ImageTarget,
  control: UploadControl,
): Promise<Media> {
  const { api, storage, transport } = options;
  const hash = await options.sha256(image);
  const storageKey = `trust.image.${target.kind}.${hash}`;
  const mediaType = (target.mediaType ?? image.type) as MediaCreate['mediaType'];
  const file = { ...target, mediaType, sizeBytes: image.size, sha256: hash };
  const signal = control.signal ?? null;
  let wasDamaged = false;
  for (let round = 1; ; round++) {
    const { id, session } = await open();
    try {
      await sendParts(transport, image, session.parts, { ...control, isDamaged: wasDamaged });
      const media = await confirm(id);
      await storage.delete(storageKey);
      return media;
    } catch (error) {
      if (round === maxRounds || !isOutdated(error)) throw error;
      wasDamaged = isDamaged(error);
    }
  }

  /** The same request again signs new URLs, or opens the next session. */
  async function open(): Promise<MediaUpload> {
    const known = await knownKey();
    const upload = await create(known ?? options.newId());
    const hasEnded = upload.state === 'cancelled' || upload.state === 'expired';
    return known && hasEnded ? create(options.newId()) : upload;
  }

  async function knownKey(): Promise<string | undefined> {
    const stored = await storage.get(storageKey);
    const state: ImageState | undefined = stored === undefined ? undefined : JSON.parse(stored);
    return state?.alt === target.alt ? state.clientIntentKey : undefined;
  }

  async function create(clientIntentKey: string): Promise<MediaUpload> {
    const state: ImageState = { clientIntentKey, alt: target.alt };
    await storage.set(storageKey, JSON.stringify(state));
    return api.createMedia({ body: { ...file, clientIntentKey }, signal });
  }

  async function confirm(mediaId: string): Promise<Media> {
    try {
      return await api.confirmMedia({ params: { path: { mediaId } }, signal });
    } catch (error) {
      // Withdrawn meanwhile: the next round is a new upload.
      if (isProblem(error, 'not-found')) await storage.delete(storageKey);
      throw error;
    }
  }
}
