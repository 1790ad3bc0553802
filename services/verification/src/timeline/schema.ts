import { CaseId, CatalogKey, OccurredAt } from '@trust/contracts/fields';
import { CaseRefusalReason } from '@trust/contracts/reasons/case-refusals';
import { valueList } from '@trust/contracts/value-list';
import { z } from 'zod';

const GroupValue = valueList({
  case: { en: 'Case', fr: '', means: 'The case was opened or changed.' },
  evidence: { en: 'Evidence', fr: '', means: 'Evidence was submitted or changed.' },
  decision: { en: 'Decision', fr: '', means: 'A decision was recorded.' },
  claim: { en: 'Claim', fr: '', means: 'A claim was granted or changed.' },
});

const Type = valueList({
  case_opened: { en: 'Case opened', fr: '', means: 'A case was opened.' },
  case_in_review: { en: 'Case in review', fr: '', means: 'The case went into review.' },
  case_recommended: { en: 'Case recommended', fr: '', means: 'The reviewer recommended an outcome.' },
  case_awaiting_correction: { en: 'Case awaiting correction', fr: '', means: 'A correction was requested.' },
  case_withdrawn: { en: 'Case withdrawn', fr: '', means: 'The case was withdrawn.' },
  case_expired: { en: 'Case expired', fr: '', means: 'The correction period has ended.' },
  case_correction_requested: { en: 'Case correction requested', fr: '', means: 'A requirement was marked to correct.' },
  case_correction_withdrawn: { en: 'Case correction withdrawn', fr: '', means: 'A correction request was withdrawn.' },
  case_deadline_extended: {
    en: 'Case deadline extended',
    fr: '',
    means: 'The deadline of a correction moved to a later time.',
  },
  case_visit_requested: { en: 'Case visit requested', fr: '', means: 'A visit on site was requested.' },
  case_visit_scheduled: { en: 'Case visit scheduled', fr: '', means: 'A visit on site has a date, or a new one.' },
  case_visit_accepted: { en: 'Case visit accepted', fr: '', means: 'A visit on site is complete.' },
  case_visit_ended: {
    en: 'Case visit ended',
    fr: '',
    means: 'A visit on site was cancelled or could not be completed.',
  },
  evidence_submitted: { en: 'Evidence submitted', fr: '', means: 'A document was confirmed.' },
  evidence_available: { en: 'Evidence available', fr: '', means: 'A document can be reviewed.' },
  evidence_rejected: { en: 'Evidence rejected', fr: '', means: 'A document was rejected by its scan.' },
  evidence_withdrawn: { en: 'Evidence withdrawn', fr: '', means: 'A document was withdrawn.' },
  evidence_lost: { en: 'Evidence lost', fr: '', means: 'A document was lost in storage.' },
  evidence_refused: { en: 'Evidence refused', fr: '', means: 'The case refused a document.' },
  decision_recorded: { en: 'Decision recorded', fr: '', means: 'The case was decided.' },
  case_closed: { en: 'Case closed', fr: '', means: 'The case was closed after an appeal.' },
  appeal_submitted: { en: 'Appeal submitted', fr: '', means: 'A representative appealed the decision.' },
  appeal_in_review: { en: 'Appeal in review', fr: '', means: 'Somebody examines the appeal.' },
  appeal_upheld: { en: 'Appeal upheld', fr: '', means: 'The decision was confirmed.' },
  appeal_overturned: { en: 'Appeal overturned', fr: '', means: 'A new decision replaces the appealed one.' },
  appeal_partly_overturned: {
    en: 'Appeal partly overturned',
    fr: '',
    means: 'A new decision partly replaces the appealed one.',
  },
  appeal_inadmissible: { en: 'Appeal inadmissible', fr: '', means: 'The appeal could not be examined.' },
  appeal_withdrawn: { en: 'Appeal withdrawn', fr: '', means: 'The representative withdrew the appeal.' },
  claim_granted: { en: 'Claim granted', fr: '', means: 'A claim was granted.' },
  claim_refused: { en: 'Claim refused', fr: '', means: 'A claim was not granted.' },
  claim_suspended: { en: 'Claim suspended', fr: '', means: 'A claim was suspended.' },
  claim_restored: { en: 'Claim restored', fr: '', means: 'A suspended claim was restored.' },
  claim_revoked: { en: 'Claim revoked', fr: '', means: 'A claim was revoked.' },
  claim_superseded: { en: 'Claim superseded', fr: '', means: 'A claim was replaced by a later one.' },
  claim_expired: { en: 'Claim expired', fr: '', means: 'A claim is past its validity.' },
  claim_withheld: { en: 'Claim withheld', fr: '', means: 'An emergency action withholds a claim from the public.' },
  claim_released: { en: 'Claim released', fr: '', means: 'An emergency action on a claim ended.' },
});

export const VerificationTimelineEntry = z
  .object({
    id: z.uuid().describe('Identifier of the entry.'),
    occurredAt: OccurredAt,
    group: GroupValue.meta({ description: 'Group of the entry.', examples: ['decision'] }),
    type: Type.meta({ description: 'What happened.', examples: ['decision_recorded'] }),
    caseId: CaseId,
    categoryKey: CatalogKey,
    requirementKey: z
      .string()
      .nullable()
      .meta({ description: 'Key of the requirement; null if the entry concerns the whole case.', examples: [null] }),
    claimType: z
      .string()
      .nullable()
      .meta({ description: 'Type of the claim; null if the entry concerns no claim.', examples: [null] }),
    claimId: z
      .uuid()
      .nullable()
      .meta({
        description:
          'Identifier of the claim; null if the entry concerns no claim that was granted, and for older entries.',
        examples: ['019a4931-7e90-7a6b-9c52-d84f03b1e7a5'],
      }),
    status: z.string().meta({ description: 'Status after the event.', examples: ['verified'] }),
    reason: CaseRefusalReason.nullable().describe('Why the case refused a document; null for other entries.'),
    text: z.string().meta({
      description: 'What happened, in the language of the response.',
      examples: ['The verification was decided.'],
    }),
  })
  .meta({ id: 'VerificationTimelineEntry' });
