import type { Routes } from '@trust/service-kit/route';
import type { App } from './app.ts';
import { deleteEvidence } from './evidence-items/delete-evidence.ts';
import { getEvidence } from './evidence-items/get-evidence.ts';
import { listEvidence } from './evidence-items/list-evidence.ts';
import { replaceEvidence } from './evidence-items/replace-evidence.ts';
import { createReviewGrant } from './review-grants/create-review-grant.ts';
import { readEvidence } from './review-grants/read-evidence.ts';
import { revokeReviewGrant } from './review-grants/revoke-review-grant.ts';
import { putUploadPart } from './storage/put-upload-part.ts';
import { cancelUploadIntent } from './upload-intents/cancel-upload-intent.ts';
import { confirmEvidence } from './upload-intents/confirm-evidence.ts';
import { confirmUploadIntent } from './upload-intents/confirm-upload-intent.ts';
import { createUploadIntent } from './upload-intents/create-upload-intent.ts';
import { createUploadSession } from './upload-intents/create-upload-session.ts';
import { getUploadIntent } from './upload-intents/get-upload-intent.ts';
import { interruptUploadIntent } from './upload-intents/interrupt-upload-intent.ts';
import { listUploadIntents } from './upload-intents/list-upload-intents.ts';
import { retryUploadIntent } from './upload-intents/retry-upload-intent.ts';

export const routes = {
  createUploadIntent,
  listUploadIntents,
  getUploadIntent,
  interruptUploadIntent,
  retryUploadIntent,
  confirmUploadIntent,
  cancelUploadIntent,
  putUploadPart,
  createUploadSession,
  confirmEvidence,
  listEvidence,
  getEvidence,
  deleteEvidence,
  replaceEvidence,
  createReviewGrant,
  revokeReviewGrant,
  readEvidence,
} satisfies Routes<App>;
