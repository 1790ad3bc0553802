import { OwnProviderId } from '@trust/contracts/fields';
import { z } from 'zod';
import { route } from '../../app.ts';
import { EvidenceConfirmation, EvidenceCreate } from '../intents/schema.ts';
import { confirmUpload } from './confirm-upload.ts';

export const createEvidence = route(
  {
    method: 'post',
    path: '/providers/{providerId}/evidence',
    summary: 'Confirm an upload session',
    description:
      'Submits the document to its case as an immutable evidence version. If a condition fails, nothing changes. Reviewers can open the version once its malware scan is clean.',
    access: 'provider.evidence.manage',
    scope: 'provider',
    limit: 'evidence-confirm',
    params: z.object({ providerId: OwnProviderId }),
    body: EvidenceCreate,
    responds: { status: 201, body: EvidenceConfirmation, location: '/providers/{providerId}/evidence/{evidenceId}' },
    problems: ['confirmation-scope', 'upload-state', 'state-conflict'],
  },
  (input, app) => confirmUpload(input, app, { sessionId: input.body.uploadSessionId }),
);
