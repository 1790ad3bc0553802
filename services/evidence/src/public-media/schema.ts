import { documentSizeBytes, publicImageMediaTypes } from '@trust/contracts/document';
import { intentStates, mediaKinds, mediaSizes } from '@trust/contracts/events/evidence';
import { singleLine } from '@trust/contracts/free-text';
import { z } from 'zod';
import { UploadSession } from '../upload/intents/schema.ts';
import { mediaReasonCodes } from './media-reason.ts';
import { mediaStates } from './states.ts';

export const MediaParams = z.object({ mediaId: z.uuid() });

/** Public names are the SHA-256 of the bytes. */
export const PublicMediaName = z.object({ name: z.string().regex(/^[0-9a-f]{64}\.webp$/) });

/** A repeat under the same `clientIntentKey` must equal it in all but `alt`. */
export const MediaCreate = z
  .strictObject({
    clientIntentKey: z.string().min(1).max(200),
    kind: z.enum(mediaKinds),
    alt: singleLine(1, 200),
    mediaType: z.enum(publicImageMediaTypes),
    sizeBytes: z.number().int().min(documentSizeBytes.min).max(documentSizeBytes.max),
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
  })
  .meta({ id: 'MediaCreate' });
export type MediaCreate = z.output<typeof MediaCreate>;

const mediaFacts = {
  id: z.uuid(),
  kind: z.enum(mediaKinds),
  alt: z.string().nullable(),
  mediaType: z.string(),
  sizeBytes: z.number().int(),
  createdAt: z.iso.datetime(),
};

export const MediaUpload = z
  .object({
    ...mediaFacts,
    clientIntentKey: z.string(),
    state: z.enum(intentStates),
    attemptCount: z.number().int(),
    session: UploadSession,
  })
  .meta({ id: 'MediaUpload' });

const MediaReason = z
  .object({ code: z.enum(mediaReasonCodes), advice: z.string() })
  .nullable()
  .meta({ id: 'MediaReason' });

export const Media = z
  .object({
    ...mediaFacts,
    clientIntentKey: z.string(),
    state: z.enum(mediaStates),
    reason: MediaReason,
    publishedAt: z.iso.datetime().nullable(),
    sizes: z.array(
      z.object({ url: z.url(), width: z.number().int(), height: z.number().int() }).meta({ id: 'MediaSize' }),
    ),
  })
  .meta({ id: 'Media' });

export const MediaList = z.object({ items: z.array(Media) }).meta({ id: 'MediaList' });

/** For the operator who decides. */
export const ModeratedMedia = z
  .object({
    id: z.uuid(),
    providerId: z.uuid(),
    kind: z.enum(mediaKinds),
    alt: z.string().nullable(),
    state: z.enum(mediaStates),
    createdAt: z.iso.datetime(),
    images: z.array(
      z
        .object({
          size: z.enum(mediaSizes),
          width: z.number().int(),
          height: z.number().int(),
          sizeBytes: z.number().int(),
        })
        .meta({ id: 'ModeratedImage' }),
    ),
  })
  .meta({ id: 'ModeratedMedia' });

export const ImageQuery = z.strictObject({ size: z.enum(mediaSizes).default('large') });
