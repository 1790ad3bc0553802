import { route } from '../../app.ts';
import { UploadIntent, UploadIntentCreate } from '../schema.ts';
import { openUpload } from './open-upload.ts';

export const createUploadIntent = route(
  {
    method: 'post',
    path: '/provider-workspace/me/upload-intents',
    summary: 'Create a logical upload intent, or return the one that is there',
    description:
      'Unique on `clientIntentKey`: an equal repeat returns the same intent with 200, a different document contract is refused. PUT each part to its URL, in any order.',
    access: 'provider.evidence.manage',
    scope: 'workspace',
    ownLimits: ['upload-session'],
    body: UploadIntentCreate,
    responds: { status: 201, also: [200], body: UploadIntent, location: '/provider-workspace/me/upload-intents/{id}' },
    problems: ['not-found', 'intent-contract', 'state-conflict', 'consent-required', 'upload-state'],
  },
  (input, app) => openUpload(input, app, { contract: input.body, renews: false }),
);
