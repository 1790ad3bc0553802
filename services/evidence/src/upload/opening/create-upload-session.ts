import { OwnProviderId } from '@trust/contracts/fields';
import { z } from 'zod';
import { route } from '../../app.ts';
import { UploadIntent, UploadIntentCreate } from '../intents/schema.ts';
import { openUpload } from './open-upload.ts';

export const createUploadSession = route(
  {
    method: 'post',
    path: '/providers/{providerId}/evidence/upload-sessions',
    summary: 'Create an upload session',
    description:
      'For one document of a case. PUT each part to its URL, in any order, then confirm. The same request with the same `clientIntentKey` shows which parts have arrived and signs new URLs (200). If the session has ended, it creates another session of the same intent (201).',
    access: 'provider.evidence.manage',
    scope: 'provider',
    ownLimits: ['upload-session'],
    idempotency: 'required',
    params: z.object({ providerId: OwnProviderId }),
    body: UploadIntentCreate,
    responds: { status: 201, also: [200], body: UploadIntent, location: '/provider-workspace/me/upload-intents/{id}' },
    problems: ['intent-contract', 'state-conflict', 'consent-required', 'upload-state'],
  },
  (input, app) => openUpload(input, app, { contract: input.body, renews: true }),
);
