import { reply } from '@trust/service-kit/http/reply';
import { notFound } from '@trust/service-kit/problems/problem';
import { route } from '../../app.ts';
import { findOwnAssignment } from '../../from-other-services/field-work/queries.ts';
import { announcePhoto } from '../../items/versions/announce-photo.ts';
import { confirmUpload } from '../confirming/confirm-upload.ts';
import { intentProcessing } from '../intents/intent-response.ts';
import { findIntentByKey } from '../intents/queries.ts';
import { FieldPhotoConfirmation, PhotoParams } from './schema.ts';

export const confirmFieldPhoto = route(
  {
    method: 'post',
    path: '/operations/field-work-items/{workItemId}/photos/{photoId}/confirm',
    summary: 'Confirm a photo of a visit',
    description:
      'For the assigned agent, while the work item is open. Stores the photo; the assignees of the case can see it once its malware scan is clean. Confirming it again returns the stored photo (200).',
    access: 'operations.field-work.perform',
    limit: 'field-photo',
    params: PhotoParams,
    responds: {
      status: 201,
      also: [200],
      body: FieldPhotoConfirmation,
      location: '/operations/field-work-items/{workItemId}',
    },
    problems: ['not-found', 'upload-state', 'state-conflict'],
  },
  async (input, app) => {
    const { actor, params } = input;
    const { workItemId, photoId: id } = params;
    const work = await findOwnAssignment(app.db, workItemId, actor.userId);
    if (!work) throw notFound();
    const owner = { providerId: work.provider_id, userId: actor.userId, purpose: 'field_work' as const };
    const intent = await findIntentByKey(app.db, owner, id);
    if (intent?.work_item_id !== workItemId) throw notFound();
    if (intent.confirmed_at && intent.processing_state) {
      const processing = intentProcessing(intent.processing_state);
      const stored = { id, workItemId, confirmedAt: intent.confirmed_at.toISOString(), processing };
      return reply(stored, { status: 200, changed: false });
    }
    const uploader = { ...input, providerId: work.provider_id, reason: 'Confirms a photo of an assigned visit.' };
    const selector = { intentId: intent.id, purpose: 'field_work' as const };
    return confirmUpload(uploader, app, selector, async ({ evidenceVersionId, confirmedAt, processing }, trx) => {
      await announcePhoto(trx, evidenceVersionId, 'pending_scan', new Date(confirmedAt));
      return { id, workItemId, confirmedAt, processing };
    });
  },
);
