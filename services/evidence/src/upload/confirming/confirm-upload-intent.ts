import { route } from '../../app.ts';
import { EvidenceConfirmation, UploadIntentId } from '../intents/schema.ts';
import { confirmUpload } from './confirm-upload.ts';

export const confirmUploadIntent = route(
  {
    method: 'post',
    path: '/provider-workspace/me/upload-intents/{id}/confirm',
    summary: 'Confirm an upload intent',
    description:
      'Submits the document to its case as an immutable evidence version. If a condition fails, nothing changes. Reviewers can open the version once its malware scan is clean.',
    access: 'provider.evidence.manage',
    scope: 'workspace',
    limit: 'evidence-confirm',
    params: UploadIntentId,
    responds: { status: 201, body: EvidenceConfirmation, location: '/provider-workspace/me/upload-intents/{id}' },
    problems: ['not-found', 'confirmation-scope', 'upload-state', 'state-conflict'],
  },
  (input, app) => confirmUpload(input, app, { intentId: input.params.id, createdBy: input.actor.userId }),
);
