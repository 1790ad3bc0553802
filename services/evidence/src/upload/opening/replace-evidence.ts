import { route } from '../../app.ts';
import { replacedDocument } from '../../items/replaced-document.ts';
import { EvidenceId } from '../../items/schema.ts';
import { EvidenceReplace, UploadIntent } from '../intents/schema.ts';
import { openUpload } from './open-upload.ts';

export const replaceEvidence = route(
  {
    method: 'post',
    path: '/providers/{providerId}/evidence/{evidenceId}/replace',
    summary: 'Replace evidence',
    description:
      'Creates an upload session for another document. Once confirmed, it becomes the next version of the same evidence; earlier versions stay in its history. Repeated requests behave as for an upload session.',
    access: 'provider.evidence.manage',
    scope: 'provider',
    ownLimits: ['upload-session'],
    idempotency: 'required',
    params: EvidenceId,
    body: EvidenceReplace,
    responds: { status: 201, also: [200], body: UploadIntent, location: '/provider-workspace/me/upload-intents/{id}' },
    problems: ['intent-contract', 'state-conflict', 'consent-required'],
  },
  async (input, app) => {
    const document = await replacedDocument(app, { ...input.params, providerId: input.providerId });
    const contract = { ...input.body, ...document };
    return openUpload(input, app, { contract, renews: true });
  },
);
