import { route } from '../../app.ts';
import { UploadIntent, UploadIntentCreate } from '../intents/schema.ts';
import { openUpload } from './open-upload.ts';

export const createUploadIntent = route(
  {
    method: 'post',
    path: '/provider-workspace/me/upload-intents',
    summary: 'Create an upload intent',
    description:
      'Unique by `clientIntentKey`: the same request returns the existing intent (200); another document under the same key returns 409. PUT each part to its URL, in any order.',
    access: 'provider.evidence.manage',
    scope: 'workspace',
    ownLimits: ['upload-session'],
    // A repeat finds its intent by `clientIntentKey`: it takes no limit and begins no session before `once`.
    idempotency: 'own',
    body: UploadIntentCreate,
    responds: { status: 201, also: [200], body: UploadIntent, location: '/provider-workspace/me/upload-intents/{id}' },
    problems: ['not-found', 'intent-contract', 'state-conflict', 'consent-required', 'upload-state'],
  },
  (input, app) => openUpload(input, app, { contract: input.body, renews: false }),
);
