import { CaseId, CatalogKey, ClaimType, OccurredAt } from '@trust/contracts/fields';
import { CaseRefusalReason } from '@trust/contracts/reasons/case-refusals';
import { valueList } from '@trust/contracts/values/value-list';
import { z } from 'zod';

const Group = valueList('timelineGroup', {
  case: { en: 'Case', fr: 'Dossier', means: 'The case was opened or changed.' },
  evidence: { en: 'Documents', fr: 'Documents', means: 'Evidence was submitted or changed.' },
  decision: { en: 'Decision', fr: 'Décision', means: 'A decision was recorded.' },
  claim: { en: 'Claim', fr: 'Attestation', means: 'A claim was granted or changed.' },
});

const EntryType = valueList('timelineEntryType', {
  case_opened: { en: 'Case opened', fr: 'Dossier ouvert', means: 'A case was opened.' },
  case_in_review: { en: 'Review begun', fr: 'Examen commencé', means: 'The case went into review.' },
  case_recommended: {
    en: 'Outcome recommended',
    fr: 'Issue recommandée',
    means: 'The reviewer recommended an outcome.',
  },
  case_awaiting_correction: {
    en: 'Waiting for a correction',
    fr: 'En attente de correction',
    means: 'The case waits for a correction by the provider.',
  },
  case_withdrawn: { en: 'Case withdrawn', fr: 'Dossier retiré', means: 'The case was withdrawn.' },
  case_withdrawn_by_platform: {
    en: 'Case withdrawn by the platform',
    fr: 'Dossier retiré par la plateforme',
    means: 'An operator withdrew the case.',
  },
  case_expired: { en: 'Case expired', fr: 'Dossier expiré', means: 'The time for its documents has ended.' },
  case_correction_requested: {
    en: 'Correction requested',
    fr: 'Correction demandée',
    means: 'A requirement was marked to correct.',
  },
  case_correction_withdrawn: {
    en: 'Correction request withdrawn',
    fr: 'Demande de correction retirée',
    means: 'A correction request was withdrawn.',
  },
  case_deadline_extended: {
    en: 'Deadline extended',
    fr: 'Délai prolongé',
    means: 'The deadline of a correction moved to a later time.',
  },
  case_visit_requested: { en: 'Visit requested', fr: 'Visite demandée', means: 'A visit on site was requested.' },
  case_visit_scheduled: {
    en: 'Visit scheduled',
    fr: 'Visite planifiée',
    means: 'A visit on site has a date, or a new one.',
  },
  case_visit_accepted: { en: 'Visit completed', fr: 'Visite effectuée', means: 'A visit on site is complete.' },
  case_visit_ended: {
    en: 'Visit not completed',
    fr: 'Visite non effectuée',
    means: 'A visit on site was cancelled or could not be completed.',
  },
  evidence_submitted: { en: 'Document submitted', fr: 'Document envoyé', means: 'A document was confirmed.' },
  evidence_available: {
    en: 'Document ready for review',
    fr: 'Document prêt pour l’examen',
    means: 'A document can be reviewed.',
  },
  evidence_rejected: {
    en: 'Document rejected',
    fr: 'Document rejeté',
    means: 'A document was rejected: malware, or a file that cannot be accepted.',
  },
  evidence_withdrawn: { en: 'Document withdrawn', fr: 'Document retiré', means: 'A document was withdrawn.' },
  evidence_lost: { en: 'Document lost', fr: 'Document perdu', means: 'A document was lost in storage.' },
  evidence_refused: { en: 'Document refused', fr: 'Document refusé', means: 'The case refused a document.' },
  decision_recorded: { en: 'Case decided', fr: 'Dossier décidé', means: 'The case was decided.' },
  case_closed: { en: 'Case closed', fr: 'Dossier clos', means: 'The case was closed after an appeal.' },
  appeal_submitted: { en: 'Appeal submitted', fr: 'Recours déposé', means: 'A representative appealed the decision.' },
  appeal_in_review: { en: 'Appeal in review', fr: 'Recours en cours d’examen', means: 'Somebody examines the appeal.' },
  appeal_upheld: { en: 'Decision confirmed', fr: 'Décision confirmée', means: 'The decision was confirmed.' },
  appeal_overturned: {
    en: 'Decision overturned',
    fr: 'Décision annulée',
    means: 'A new decision replaces the appealed one.',
  },
  appeal_partly_overturned: {
    en: 'Decision partly overturned',
    fr: 'Décision annulée en partie',
    means: 'A new decision replaces a part of the appealed one.',
  },
  appeal_inadmissible: {
    en: 'Appeal inadmissible',
    fr: 'Recours irrecevable',
    means: 'The appeal could not be examined.',
  },
  appeal_withdrawn: { en: 'Appeal withdrawn', fr: 'Recours retiré', means: 'The representative withdrew the appeal.' },
  claim_granted: { en: 'Claim granted', fr: 'Attestation accordée', means: 'A claim was granted.' },
  claim_refused: { en: 'Claim not granted', fr: 'Attestation non accordée', means: 'A claim was not granted.' },
  claim_suspended: { en: 'Claim suspended', fr: 'Attestation suspendue', means: 'A claim was suspended.' },
  claim_restored: { en: 'Claim restored', fr: 'Attestation rétablie', means: 'A suspended claim was restored.' },
  claim_revoked: { en: 'Claim revoked', fr: 'Attestation révoquée', means: 'A claim was revoked.' },
  claim_superseded: {
    en: 'Claim replaced',
    fr: 'Attestation remplacée',
    means: 'A claim was replaced by a later one.',
  },
  claim_expired: { en: 'Claim expired', fr: 'Attestation expirée', means: 'A claim is past its validity.' },
  claim_withheld: {
    en: 'Claim withheld',
    fr: 'Attestation retenue',
    means: 'An emergency action withholds a claim from the public.',
  },
  claim_released: {
    en: 'Claim shown again',
    fr: 'Attestation de nouveau visible',
    means: 'An emergency action on a claim ended.',
  },
});

export const VerificationTimelineEntry = z
  .object({
    id: z.uuid().describe('Identifier of the entry.'),
    occurredAt: OccurredAt,
    group: Group.meta({ description: 'Group of the entry.', examples: ['decision'] }),
    type: EntryType.meta({ description: 'What happened.', examples: ['decision_recorded'] }),
    caseId: CaseId,
    categoryKey: CatalogKey,
    requirementKey: z
      .string()
      .nullable()
      .meta({ description: 'Key of the requirement; null if the entry concerns the whole case.', examples: [null] }),
    claimType: ClaimType.nullable().meta({
      description: 'Type of the claim; null if the entry concerns no claim.',
      examples: [null],
    }),
    claimId: z
      .uuid()
      .nullable()
      .meta({
        description:
          'Identifier of the claim; null if the entry concerns no claim that was granted, and for older entries.',
        examples: ['019a4931-7e90-7a6b-9c52-d84f03b1e7a5'],
      }),
    status: z
      .string()
      .meta({ description: 'Status of what the entry is about, after the event.', examples: ['verified'] }),
    reason: CaseRefusalReason.nullable().describe('Why the case refused a document; null for other entries.'),
    text: z.string().meta({
      description: 'What happened, in the language of the response.',
      examples: ['The verification was decided.'],
    }),
  })
  .meta({ id: 'VerificationTimelineEntry' });
