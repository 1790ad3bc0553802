import { notFound } from '@trust/service-kit/problems/problem';
import type { z } from 'zod';
import { route } from '../../app.ts';
import { findOwnAssignment } from '../../from-other-services/field-work/queries.ts';
import { workHasEnded } from '../../from-other-services/field-work/work-has-ended.ts';
import type { UploadIntentResponse } from '../intents/schema.ts';
import { openUpload } from '../opening/open-upload.ts';
import { FieldPhotoCreate, FieldPhotoUpload, PhotosOfWorkItem } from './schema.ts';

export const createFieldPhoto = route(
  {
    method: 'post',
    path: '/operations/field-work-items/{workItemId}/photos',
    summary: 'Upload a photo of a visit',
    description:
      'For the assigned agent; anyone else gets 404. The client mints `id`. PUT each part to its URL, in any order, then confirm the photo. The same request shows which parts have arrived and signs new URLs (200); if the session has ended, it creates another one (201). A submission names its photos in `photoIds`, before or after they arrive.',
    access: 'operations.field-work.perform',
    limit: 'field-photo',
    params: PhotosOfWorkItem,
    body: FieldPhotoCreate,
    responds: {
      status: 201,
      also: [200],
      body: FieldPhotoUpload,
      location: '/operations/field-work-items/{workItemId}',
    },
    problems: ['not-found', 'idempotency-conflict', 'state-conflict', 'rate-limited'],
  },
  async (input, app) => {
    const { actor, params } = input;
    const { id, ...file } = input.body;
    const work = await findOwnAssignment(app.db, params.workItemId, actor.userId);
    if (!work) throw notFound();
    if (!work.is_open) throw workHasEnded();
    const contract = {
      ...file,
      clientIntentKey: id,
      caseId: work.case_id,
      requirementKey: work.requirement_key,
      documentKind: 'field_photo',
      workItemId: work.work_item_id,
    };
    const uploader = { ...input, providerId: work.provider_id };
    const reason = 'Uploads a photo of an assigned visit.';
    const options = { contract, renews: true, purpose: 'field_work' as const, reason };
    return openUpload(uploader, app, options, (intent) => photoUpload(intent, params.workItemId));
  },
);

function photoUpload(intent: UploadIntentResponse, workItemId: string): z.input<typeof FieldPhotoUpload> {
  const { clientIntentKey: id, mediaType, sizeBytes, state, attemptCount, createdAt, evidence, session } = intent;
  const photo = evidence && {
    confirmedAt: evidence.confirmedAt,
    processing: evidence.processing,
    refusal: evidence.refusal,
  };
  return { id, workItemId, mediaType, sizeBytes, state, attemptCount, createdAt, photo, session };
}
