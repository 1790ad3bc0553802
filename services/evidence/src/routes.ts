import type { Routes } from '@trust/service-kit/http/route';
import type { App } from './app.ts';
import { deleteEvidence } from './evidence-items/delete-evidence.ts';
import { getEvidence } from './evidence-items/get-evidence.ts';
import { listEvidence } from './evidence-items/list-evidence.ts';
import { replaceEvidence } from './evidence-items/replace-evidence.ts';
import { confirmFieldPhoto } from './field-photos/confirm-field-photo.ts';
import { createFieldPhoto } from './field-photos/create-field-photo.ts';
import { listFieldPhotos } from './field-photos/list-field-photos.ts';
import { getPublicMedia } from './media-publication/get-public-media.ts';
import { confirmMedia } from './public-media/confirm-media.ts';
import { createMedia } from './public-media/create-media.ts';
import { deleteMedia } from './public-media/delete-media.ts';
import { getModeratedImage } from './public-media/get-moderated-image.ts';
import { getModeratedMedia } from './public-media/get-moderated-media.ts';
import { listMedia } from './public-media/list-media.ts';
import { createReviewGrant } from './review-grants/create-review-grant.ts';
import { deleteReviewGrant } from './review-grants/delete-review-grant.ts';
import { getEvidenceContent } from './review-grants/get-evidence-content.ts';
import { confirmUploadIntent } from './upload-intents/confirming/confirm-upload-intent.ts';
import { createEvidence } from './upload-intents/confirming/create-evidence.ts';
import { deleteUploadIntent } from './upload-intents/delete-upload-intent.ts';
import { getUploadIntent } from './upload-intents/get-upload-intent.ts';
import { interruptUploadIntent } from './upload-intents/interrupt-upload-intent.ts';
import { listUploadIntents } from './upload-intents/list-upload-intents.ts';
import { createUploadIntent } from './upload-intents/opening/create-upload-intent.ts';
import { createUploadSession } from './upload-intents/opening/create-upload-session.ts';
import { retryUploadIntent } from './upload-intents/opening/retry-upload-intent.ts';
import { putUploadPart } from './upload-intents/sending/put-upload-part.ts';

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
