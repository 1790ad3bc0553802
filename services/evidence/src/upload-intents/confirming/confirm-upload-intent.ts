import { route } from '../../app.ts';
import { EvidenceConfirmation, UploadIntentId } from '../schema.ts';
import { confirmUpload } from './confirm-upload.ts';

export const confirmUploadIntent = route(
  {
    method: 'post',
    path: '/provider-workspace/me/upload-intents/{id}/confirm',
    summary: 'Confirm one immutable evidence version against its case',
    description:
      'All or nothing: if a condition fails, session and evidence stay as they were. The version can be reviewed once its scan has found nothing.',
    access: 'provider.evidence.manage',
    scope: 'workspace',
    limit: 'evidence-confirm',
    params: UploadIntentId,
    responds: { status: 201, body: EvidenceConfirmation, location: '/provider-workspace/me/upload-intents/{id}' },
    problems: ['not-found', 'confirmation-scope', 'upload-state', 'state-conflict'],
  },
  (input, app) => confirmUpload(input, app, { intentId: input.params.id }),
);
