import type { Routes } from '@trust/service-kit/http/route';
import type { App } from './app.ts';
import { deleteEvidence } from './items/delete-evidence.ts';
import { getEvidence } from './items/get-evidence.ts';
import { listEvidence } from './items/list-evidence.ts';
import { confirmMedia } from './public-media/confirm-media.ts';
import { createMedia } from './public-media/create-media.ts';
import { deleteMedia } from './public-media/delete-media.ts';
import { listMedia } from './public-media/list-media.ts';
import { getModeratedImage } from './public-media/moderation/get-moderated-image.ts';
import { getModeratedMedia } from './public-media/moderation/get-moderated-media.ts';
import { getPublicMedia } from './public-media/publication/get-public-media.ts';
import { createReviewGrant } from './review/create-review-grant.ts';
import { deleteReviewGrant } from './review/delete-review-grant.ts';
import { getEvidenceContent } from './review/get-evidence-content.ts';
import { listFieldPhotos } from './review/list-field-photos.ts';
import { confirmUploadIntent } from './upload/confirming/confirm-upload-intent.ts';
import { createEvidence } from './upload/confirming/create-evidence.ts';
import { confirmFieldPhoto } from './upload/field-photos/confirm-field-photo.ts';
import { createFieldPhoto } from './upload/field-photos/create-field-photo.ts';
import { deleteUploadIntent } from './upload/intents/delete-upload-intent.ts';
import { getUploadIntent } from './upload/intents/get-upload-intent.ts';
import { interruptUploadIntent } from './upload/intents/interrupt-upload-intent.ts';
import { listUploadIntents } from './upload/intents/list-upload-intents.ts';
import { createUploadIntent } from './upload/opening/create-upload-intent.ts';
import { createUploadSession } from './upload/opening/create-upload-session.ts';
import { replaceEvidence } from './upload/opening/replace-evidence.ts';
import { retryUploadIntent } from './upload/opening/retry-upload-intent.ts';
import { putUploadPart } from './upload/sending/put-upload-part.ts';

export const routes = {
  createUploadIntent,
  listUploadIntents,
  getUploadIntent,
  interruptUploadIntent,
  retryUploadIntent,
  confirmUploadIntent,
  deleteUploadIntent,
  putUploadPart,
  createUploadSession,
  createEvidence,
  listEvidence,
  getEvidence,
  deleteEvidence,
  replaceEvidence,
  createReviewGrant,
  deleteReviewGrant,
  getEvidenceContent,
  createFieldPhoto,
  confirmFieldPhoto,
  listFieldPhotos,
  createMedia,
  listMedia,
  confirmMedia,
  deleteMedia,
  getPublicMedia,
  getModeratedMedia,
  getModeratedImage,
} satisfies Routes<App>;
