import { command } from '../../app.ts';
import { lockReviewedCase } from '../record/lock-assigned-case.ts';
import { CaseParams } from '../record/params.ts';
import { CaseCheck } from '../views/check-schema.ts';
import { toCheck } from '../views/views.ts';
import { NewCheck, recordCheck } from './record-check.ts';

export const createCheck = command(
  {
    method: 'post',
    path: '/verification-cases/{caseId}/checks',
    summary: 'Record a check',
    description:
      'For the assigned reviewer. A later check of the same evidence replaces an earlier one. `method` must be one of `claim.methods` of the requirement; `field_visit` also requires an accepted field submission, of the subject that the check names (else 409 `other_subject_visited`); one of premises is not `clear` or `consider` unless the agent confirmed the place (else 409 `place_not_confirmed`). A check by `document_review` needs a whole read of that version since you got the duty; without one: 409 `document-not-read`. A document that was sent before the earlier name, person or premises ended needs an `earlierDocumentReason`; without one: 409 `document-of-earlier-subject`. A failed check names no person who was named after the document was sent while another one was responsible (else 409 `document-of-earlier-subject`, whose `allowed` names that one). After an earlier name or person (`claim.hasEarlierSubject`) it needs an `earlierSubjectReason`, of a document that was submitted for another provider too a `sharedContentReason`; without one: 409 `check-not-explained`. Needs a sign-in within five minutes, or one that opened a document of the case in this session within 30 minutes.',
    access: 'verification.cases.review',
    stepUp: 'unless-held',
    limit: 'privileged-operation',
    params: CaseParams,
    body: NewCheck,
    responds: { status: 201, body: CaseCheck, location: '/verification-cases/{caseId}' },
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
    acts: { on: 'case', as: 'record_check' },
    rule: ({ actor, params }, app, trx) => lockReviewedCase(trx, params.caseId, actor, app.now()),
  },
  async (input, app, trx, found) => {
    return toCheck(await recordCheck(trx, app, found, input));
  },
);
