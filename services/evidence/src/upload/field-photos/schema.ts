import { documentSizeBytes, imageMediaTypes } from '@trust/contracts/document';
import { intentStates } from '@trust/contracts/events/evidence';
import { z } from 'zod';
import { EvidenceRefusal } from '../../items/versions/refusal-response.ts';
import { ProcessingState, UploadSession } from '../intents/schema.ts';

export const PhotosOfWorkItem = z.object({ workItemId: z.uuid() });
export const PhotoParams = PhotosOfWorkItem.extend({ photoId: z.uuid() });

/** The client mints `photoId`, so an agent who was offline can send the request again. */
export const FieldPhotoCreate = z
  .strictObject({
    photoId: z.uuid(),
    mediaType: z.enum(imageMediaTypes),
    sizeBytes: z.number().int().min(documentSizeBytes.min).max(documentSizeBytes.max),
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
  })
  .meta({ id: 'FieldPhotoCreate' });

/** Without the case: agents do not see it (promise D1). */
export const FieldPhotoUpload = z
  .object({
    id: z.uuid(),
    workItemId: z.uuid(),
    mediaType: z.string(),
    sizeBytes: z.number().int(),
    state: z.enum(intentStates),
    attemptCount: z.number().int(),
    createdAt: z.iso.datetime(),
    photo: z
      .object({
        confirmedAt: z.iso.datetime(),
        processing: ProcessingState,
        refusal: EvidenceRefusal.optional(),
      })
      .nullable(),
    session: UploadSession,
  })
  .meta({ id: 'FieldPhotoUpload' });

export const FieldPhotoConfirmation = z
  .object({
    id: z.uuid(),
    workItemId: z.uuid(),
    confirmedAt: z.iso.datetime(),
    processing: ProcessingState,
  })
  .meta({ id: 'FieldPhotoConfirmation' });
