import { AppealState, CaseOutcome } from '@trust/contracts/events/verification';
import { AppealId, CaseId, DecisionId } from '@trust/contracts/fields';
import { multiLine, Reason } from '@trust/contracts/free-text';
import { appealGroundCodes } from '@trust/contracts/reasons/appeal-grounds';
import { DecisionReasonCodes } from '@trust/contracts/reasons/decision-reasons';
import { valueList } from '@trust/contracts/value-list';
import { z } from 'zod';
import { CaseParams } from '../../case/record/params.ts';
import { ClaimDecision } from '../decisions/schema.ts';

const Outcome = valueList({
  upheld: { en: 'Upheld', fr: 'Confirmée', means: 'The appealed decision was confirmed. Final.' },
  overturned: { en: 'Overturned', fr: 'Annulée', means: 'A new decision replaces the appealed one. Final.' },
  partly_overturned: {
    en: 'Partly overturned',
    fr: 'Annulée en partie',
    means: 'A new decision replaces a part of the appealed one. Final.',
  },
  inadmissible: { en: 'Inadmissible', fr: 'Irrecevable', means: 'The appeal could not be examined. Final.' },
});

export const AppealParams = CaseParams.extend({ appealId: AppealId });

export const AppealCreate = z
  .strictObject({
    decisionId: z.uuid().describe('The decision to appeal: the one in force of the case.'),
    grounds: z
      .array(z.enum(appealGroundCodes))
      .min(1)
      .max(appealGroundCodes.length)
      .describe('Why the decision is appealed.'),
    statement: multiLine(20, 4000)
      .meta({ examples: ['The licence shows the name of the owner of the business.'] })
      .describe('What is wrong with the decision: 20 to 4000 characters.'),
    newEvidenceFor: z
      .array(z.string().min(1).max(100))
      .max(50)
      .optional()
      .meta({
        description:
          'Keys of the requirements with new evidence, of this case. Required with the ground `new_evidence`.',
        examples: [['trade-qualification']],
      }),
  })
  .meta({ id: 'AppealCreate' });

export const AppealDecisionCreate = z
  .strictObject({
    outcome: Outcome.describe('The result of the appeal.'),
    reasonCodes: DecisionReasonCodes.meta({
      description:
        '1 to 10 reasons, whose texts the receipt of the provider shows. Older decisions may have other codes.\n\n- `all_checks_clear`: All checks were clear.\n- `documents_consistent`: The documents agree with each other and with the profile.\n- `register_confirmed`: The official register confirms the documents.\n- `field_visit_confirmed`: A visit on site confirmed what was to be verified.\n- `copy_only`: Only a copy of a document was shown, not the original.\n- `document_expired`: A document had expired, or expires before the verification would end.\n- `document_illegible`: A document, or part of it, could not be read.\n- `document_incomplete`: Pages or details of a document were missing.\n- `document_not_accepted`: A document is not of a kind that the requirement accepts.\n- `document_not_authentic`: The authenticity of a document could not be confirmed.\n- `name_mismatch`: The name in a document differs from the name of the provider.\n- `scope_not_covered`: A document does not cover the service that is offered.\n- `register_entry_missing`: The official register has no matching entry.\n- `register_entry_differs`: The entry in the official register differs from the documents.\n- `field_visit_not_confirmed`: A visit on site did not confirm what was to be verified.\n- `evidence_conflicts`: The pieces of evidence contradict each other.\n- `evidence_insufficient`: The evidence was not sufficient for a result.\n- `requirement_not_met`: The evidence shows that a requirement is not met.\n- `decision_confirmed`: The appeal was examined, and the decision was correct.\n- `new_evidence_accepted`: New evidence changed the result.\n- `evidence_misjudged`: The evidence had been judged incorrectly.\n- `procedure_not_followed`: The verification had not followed its rules.\n- `appeal_not_substantiated`: The appeal gives nothing that could change the decision.\n- `appeal_out_of_scope`: The appeal concerns a matter that this decision did not settle.',
      examples: [['decision_confirmed']],
    }),
    reason: Reason.meta({
      description: 'Why, for the audit log: 10 to 500 characters.',
      examples: ['All checks of the case are done and nothing contradicts them.'],
    }),
    caseOutcome: CaseOutcome.optional().meta({
      description: 'The outcome of the new decision. Required with `overturned` and `partly_overturned`.',
      'x-no-example': true,
    }),
    claims: z.array(ClaimDecision).max(50).optional().meta({
      description:
        'The claims that the new decision grants or refuses, one entry per type. Missing types are refused. Required with `overturned` and `partly_overturned`.',
      'x-no-example': true,
    }),
  })
  .meta({ id: 'AppealDecisionCreate' });

const appealFields = {
  id: AppealId,
  caseId: CaseId,
  decisionId: DecisionId,
  state: AppealState.describe('State of the appeal.'),
  grounds: z.array(z.enum(appealGroundCodes)).describe('Why the decision is appealed.'),
  statement: z.string().describe('What the representative wrote.'),
  evidenceCaseId: z
    .uuid()
    .nullable()
    .describe('The case that takes new evidence of the appeal; null if there is none.'),
  evidenceDueAt: z.iso.datetime().nullable().describe('Until when new evidence is awaited; null if there is none.'),
  submittedAt: z.iso.datetime().describe('When the appeal was submitted.'),
};
const resultFields = {
  decidedAt: z.iso.datetime().describe('When the appeal was decided.'),
  reasonCodes: z.array(z.string()).meta({
    description:
      '1 to 10 reasons, whose texts the receipt of the provider shows. Older decisions may have other codes.\n\n- `all_checks_clear`: All checks were clear.\n- `documents_consistent`: The documents agree with each other and with the profile.\n- `register_confirmed`: The official register confirms the documents.\n- `field_visit_confirmed`: A visit on site confirmed what was to be verified.\n- `copy_only`: Only a copy of a document was shown, not the original.\n- `document_expired`: A document had expired, or expires before the verification would end.\n- `document_illegible`: A document, or part of it, could not be read.\n- `document_incomplete`: Pages or details of a document were missing.\n- `document_not_accepted`: A document is not of a kind that the requirement accepts.\n- `document_not_authentic`: The authenticity of a document could not be confirmed.\n- `name_mismatch`: The name in a document differs from the name of the provider.\n- `scope_not_covered`: A document does not cover the service that is offered.\n- `register_entry_missing`: The official register has no matching entry.\n- `register_entry_differs`: The entry in the official register differs from the documents.\n- `field_visit_not_confirmed`: A visit on site did not confirm what was to be verified.\n- `evidence_conflicts`: The pieces of evidence contradict each other.\n- `evidence_insufficient`: The evidence was not sufficient for a result.\n- `requirement_not_met`: The evidence shows that a requirement is not met.\n- `decision_confirmed`: The appeal was examined, and the decision was correct.\n- `new_evidence_accepted`: New evidence changed the result.\n- `evidence_misjudged`: The evidence had been judged incorrectly.\n- `procedure_not_followed`: The verification had not followed its rules.\n- `appeal_not_substantiated`: The appeal gives nothing that could change the decision.\n- `appeal_out_of_scope`: The appeal concerns a matter that this decision did not settle.',
    examples: [['all_checks_clear']],
  }),
  newDecisionId: z
    .uuid()
    .nullable()
    .describe('The decision that sets the appealed one aside; null if it stays in force.'),
};

/** For representatives: no operator, no private reason (promise D1). */
export const Appeal = z
  .object({
    view: z.literal('provider').meta({
      description: 'Which view of the object this is.',
      'x-values': { provider: { means: 'For representatives: no operator and no private reason.' } },
    }),
    ...appealFields,
    result: z
      .object(resultFields)
      .nullable()
      .describe('The decision on the appeal; null while it is pending, and if it was withdrawn.'),
  })
  .meta({ id: 'Appeal' });

export const OperatorAppeal = z
  .object({
    view: z.literal('operator').meta({
      description: 'Which view of the object this is.',
      'x-values': { operator: { means: 'For operators.' } },
    }),
    ...appealFields,
    submittedById: z.uuid().describe('The representative who submitted the appeal.'),
    assigneeId: z.uuid().nullable().describe('The assignee of the duty `appeal`; null if nobody is assigned.'),
    result: z
      .object({
        ...resultFields,
        deciderId: z.uuid().describe('The operator who decided the appeal.'),
        reason: z.string().meta({
          description: 'Why, as the decider wrote it. Private.',
          examples: ['All checks of the case are done and nothing contradicts them.'],
        }),
        auditEntryId: z.uuid().describe('The entry of the audit log.'),
      })
      .nullable()
      .describe('The decision on the appeal; null while it is pending, and if it was withdrawn.'),
  })
  .meta({ id: 'OperatorAppeal' });

export const AppealView = z.discriminatedUnion('view', [Appeal, OperatorAppeal]);
