import { notFound } from '@trust/service-kit/http/problem';
import { route } from '../app.ts';
import { openUpload } from '../upload-intents/opening/open-upload.ts';
import { UploadIntent } from '../upload-intents/schema.ts';
import { findItemOf } from './queries.ts';
import { EvidenceId, EvidenceReplace } from './schema.ts';

export const replaceEvidence = route(
  {
    method: 'post',
    path: '/providers/{providerId}/evidence/{evidenceId}/replace',
    summary: 'Open an upload session for another document in place of this one',
    description:
      'Once confirmed it is the next version of the same evidence; those before stay in its history. Repeats are answered as those of an upload session.',
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
    const item = await findItemOf(app.db, input.providerId, input.params.evidenceId);
    if (!item) throw notFound();
    const contract = {
      ...input.body,
      caseId: item.case_id,
      requirementKey: item.requirement_key,
      documentKind: item.document_kind,
    };
    return openUpload(input, app, { contract, renews: true });
  },
);
