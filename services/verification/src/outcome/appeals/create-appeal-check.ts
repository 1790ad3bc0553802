import { command, type Trx } from '../../app.ts';
import { NewCheck, recordCheck } from '../../case/checks/record-check.ts';
import type { Case } from '../../case/record/queries.ts';
import { requirementsOf } from '../../case/record/requirements.ts';
import { CaseCheck } from '../../case/views/check-schema.ts';
import { toCheck } from '../../case/views/views.ts';
import { judgeLapsed, lockUnrecommended } from './lock-appeal.ts';
import { AppealParams } from './schema.ts';

export const createAppealCheck = command(
  {
    method: 'post',
    path: '/verification-cases/{caseId}/appeals/{appealId}/checks',
    summary: 'Record a check of an appeal',
    description:
      'For the assignee of the duty `appeal`, until one of them has recommended. It checks the new evidence of the requirement if the appeal has some, else the evidence of the appealed decision, and replaces earlier checks of that evidence. A check by `document_review` needs a whole read of that version since you got the duty; without one: 409 `document-not-read`. A document that was sent before the earlier name, person or premises ended needs an `earlierDocumentReason`; without one: 409 `document-of-earlier-subject`. A failed check names no person who was named after the document was sent while another one was responsible (else 409 `document-of-earlier-subject`, whose `allowed` names that one). After an earlier name or person (`claim.hasEarlierSubject`) it needs an `earlierSubjectReason`, of a document that was submitted for another provider too a `sharedContentReason`; without one: 409 `check-not-explained`.',
    access: 'verification.appeals.review',
    stepUp: true,
    limit: 'privileged-operation',
    params: AppealParams,
    body: NewCheck,
    responds: { status: 201, body: CaseCheck, location: '/verification-cases/{caseId}/appeals/{appealId}' },
    problems: [
      'not-found',
      'taken',
      'invalid-transition',
      'state-conflict',
      'document-not-read',
      'document-of-earlier-subject',
      'check-not-explained',
      'separation-of-duties',
    ],
    acts: { on: 'appeal', as: 'record_appeal_check' },
    rule: lockUnrecommended,
  },
  async (input, app, trx, locked) => {
    const { found } = locked;
    const evidenceCase = await judgeLapsed(trx, app, locked.evidenceCase);
    const about = (await hasNewEvidence(trx, evidenceCase, input.body.requirementKey)) ? evidenceCase : undefined;
    return toCheck(await recordCheck(trx, app, about ?? found, input));
  },
);

async function hasNewEvidence(trx: Trx, evidenceCase: Case | undefined, requirementKey: string): Promise<boolean> {
  if (evidenceCase?.state !== 'in_review') return false;
  const requirements = await requirementsOf(trx, [evidenceCase.id]);
  return requirements.some(({ key, evidence_version_id }) => key === requirementKey && evidence_version_id !== null);
}
