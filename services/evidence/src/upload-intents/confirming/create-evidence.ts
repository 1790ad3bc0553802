import { z } from 'zod';
import { route } from '../../app.ts';
import { EvidenceConfirmation, EvidenceCreate } from '../schema.ts';
import { confirmUpload } from './confirm-upload.ts';

export const createEvidence = route(
  {
    method: 'post',
    path: '/providers/{providerId}/evidence',
    summary: 'Confirm the document of an upload session as evidence',
    description:
      'All or nothing: if a condition fails, session and evidence stay as they were. The version can be reviewed once its scan has found nothing.',
    access: 'provider.evidence.manage',
    scope: 'provider',
    limit: 'evidence-confirm',
    params: z.object({ providerId: z.uuid() }),
    body: EvidenceCreate,
    responds: { status: 201, body: EvidenceConfirmation, location: '/providers/{providerId}/evidence/{evidenceId}' },
    problems: ['confirmation-scope', 'upload-state', 'state-conflict'],
  },
  (input, app) => confirmUpload(input, app, { sessionId: input.body.uploadSessionId }),
);
