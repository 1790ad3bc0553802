import { notFound } from '@trust/service-kit/problems/problem';
import { route } from '../../app.ts';
import { assertNotFrozen } from '../../from-other-services/emergency-actions/assert-not-frozen.ts';
import { findProviderItem } from '../../items/queries.ts';
import { EvidenceId, EvidenceReplace } from '../../items/schema.ts';
import { UploadIntent } from '../intents/schema.ts';
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
    const item = await findProviderItem(app.db, input.providerId, input.params.evidenceId);
    if (!item) throw notFound();
    await assertNotFrozen(app.db, item.case_id, app.now());
    const contract = {
      ...input.body,
      caseId: item.case_id,
      requirementKey: item.requirement_key,
      documentKind: item.document_kind,
    };
    return openUpload(input, app, { contract, renews: true });
  },
);
