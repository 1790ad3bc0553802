import { z } from 'zod';
import { ClaimAbout, SubjectId } from '../claim-about.ts';
import { aggregate, event } from '../event.ts';
import {
  CaseId,
  CatalogKey,
  ClaimId,
  ClaimType,
  ClaimValidUntil,
  DecisionId,
  EvidenceVersionId,
  OccurredAt,
  PolicyVersion,
  ProviderId,
  RequirementKey,
} from '../fields.ts';
import { ClaimChangeReason } from '../reasons/claim-change-reasons.ts';
import { valueList } from '../values/value-list.ts';
import { CheckMethod } from './catalog.ts';
import { ProviderKind } from './provider.ts';

export const ClaimState = valueList('claimState', {
  active: { en: 'Active', fr: 'Active', means: { en: 'In force.', fr: 'En vigueur.' } },
  suspended: {
    en: 'Suspended',
    fr: 'Suspendue',
    means: { en: 'Temporarily suspended.', fr: 'Suspendue temporairement.' },
  },
  revoked: { en: 'Revoked', fr: 'Révoquée', means: { en: 'Revoked. Final.', fr: 'Révoquée. Définitif.' } },
  superseded: {
    en: 'Superseded',
    fr: 'Remplacée',
    means: { en: 'Replaced by a later claim. Final.', fr: 'Remplacée par une attestation ultérieure. Définitif.' },
  },
});

const ofClaim = aggregate('claim', (payload: { claimId: string }) => payload.claimId);

const claimShape = {
  claimId: ClaimId,
  decisionId: DecisionId,
  caseId: CaseId,
  evidenceVersionId: EvidenceVersionId,
  providerId: ProviderId,
  categoryKey: CatalogKey,
  requirementKey: RequirementKey,
  type: ClaimType,
  subjectId: SubjectId.optional().describe(
    'The registered name, person or premises that the check confirmed, which the claim is about. Absent on claims of a check before release 1.',
  ),
  statement: z.record(z.string(), z.string()).meta({
    description: 'What the claim says, in every language of the platform.',
    examples: [
      {
        en: 'The person responsible holds a recognised qualification for low-voltage electrical installation.',
        fr: 'La personne responsable détient une qualification reconnue pour les installations électriques basse tension.',
      },
    ],
  }),
  method: CheckMethod.meta({ description: 'Method of the check.', examples: ['document_review'] }),
  sourceKind: z.string().meta({
    description: 'Kind of source of the check, such as a document or a register.',
    examples: ['training_certificate'],
  }),
  state: ClaimState.meta({ description: 'State of the claim.', examples: ['active'] }),
  limitations: z
    .array(z.string())
    .min(1)
    .meta({
      description: 'What the claim does not cover. Never empty on a claim.',
      examples: [['Does not cover high-voltage work.', 'Says nothing of the quality of any single job.']],
    }),
  policyVersion: PolicyVersion,
  checkedOn: z.iso.date().meta({ description: 'The day of the check.', examples: ['2026-11-03'] }),
  validFrom: z.iso.datetime().describe('When the validity of the claim starts.'),
  validUntil: ClaimValidUntil,
  /** Absent when the claim is granted. */
  changeReason: ClaimChangeReason.optional().describe('Why the claim went into its state. Absent when it is granted.'),
  supersedingClaimId: z.uuid().optional().describe('Identifier of the later claim. Only in the state `superseded`.'),
  occurredAt: OccurredAt,
};

export const claimChanged = event(
  'verification.claim.changed.v1',
  'A claim was granted or changed its status. Contains all data of a public claim card, and nothing self-asserted.',
  claimShape,
  ofClaim,
);

export const claimSnapshot = event(
  'verification.claim.snapshot.v1',
  'Snapshot of a claim, for new projections.',
  {
    ...claimShape,
    /** Oldest first: the states since the grant. */
    history: z
      .array(
        z.strictObject({
          state: ClaimState.meta({ description: 'State from `occurredAt` on.', examples: ['active'] }),
          changeReason: ClaimChangeReason.optional().describe(
            'Why the claim went into its state. Absent when it is granted.',
          ),
          occurredAt: OccurredAt,
        }),
      )
      .min(1)
      .describe('States since the grant, oldest first.'),
  },
  ofClaim,
);

export const SubjectEndReason = valueList('subjectEndReason', {
  replaced: {
    en: 'Replaced',
    fr: 'Remplacé',
    means: { en: 'The provider named another one.', fr: 'Le prestataire en a désigné un autre.' },
  },
  left: {
    en: 'No longer a representative',
    fr: 'N’est plus représentant',
    means: { en: 'The person left the provider.', fr: 'La personne a quitté le prestataire.' },
  },
  removed: {
    en: 'Removed',
    fr: 'Retiré',
    means: { en: 'The provider no longer shows these premises.', fr: 'Le prestataire n’affiche plus ces locaux.' },
  },
  ended_by_operator: {
    en: 'Ended by an operator',
    fr: 'Clos par un opérateur',
    means: { en: 'An operator recorded that it ended.', fr: 'Un opérateur a enregistré sa fin.' },
  },
});

const subject = {
  subjectId: SubjectId,
  providerId: ProviderId,
  about: ClaimAbout.meta({ description: 'What it is: a claim is about one of these.', examples: ['business'] }),
  providerKind: ProviderKind.optional().describe(
    'Of a registered name: whether the provider is one person or an organisation. Absent on a person or premises, and in earlier events.',
  ),
  personId: z
    .uuid()
    .optional()
    .describe('Of the person responsible: their account. Absent on a name or premises, and in earlier events.'),
  sameNameSubjectId: SubjectId.optional().describe(
    'The first subject of this kind of the provider with the same name, and of the same person. Absent if the name is new, on premises, and in earlier events.',
  ),
  isOnePerson: z
    .boolean()
    .optional()
    .meta({
      description:
        'Of the person responsible: whether the provider is that one person, so that another name may be another human. Absent on a name or premises, and in earlier events.',
      examples: [true],
    }),
};
const ofProvider = aggregate('provider', (payload: { providerId: string }) => payload.providerId);

export const claimSubjectNamed = event(
  'provider.claim-subject.named.v1',
  'A provider named what its claims are about: a registered name, the person responsible, or premises. Names stay with the provider service.',
  { ...subject, occurredAt: OccurredAt },
  ofProvider,
);

export const claimSubjectEnded = event(
  'provider.claim-subject.ended.v1',
  'What claims are about ended. No card shows them any more.',
  {
    ...subject,
    reason: SubjectEndReason.meta({ description: 'Why it ended.', examples: ['replaced'] }),
    occurredAt: OccurredAt,
  },
  ofProvider,
);

export const claimSubjectSnapshot = event(
  'provider.claim-subject.snapshot.v1',
  'Snapshot of what claims of a provider are about, for new projections.',
  {
    ...subject,
    occurredAt: OccurredAt.describe('When the provider named it.'),
    endedAt: z.iso.datetime().optional().describe('When it ended. Absent while it is current.'),
    endReason: SubjectEndReason.optional().meta({
      description: 'Why it ended. Absent while it is current, and in earlier events.',
      examples: ['replaced'],
    }),
  },
  ofProvider,
);

const erasedSubject = {
  subjectId: SubjectId,
  providerId: ProviderId,
  shownFromAt: z.iso
    .datetime()
    .nullable()
    .describe('When the one before it ended: later documents show this one. Null without one.'),
  endedAt: z.iso.datetime().describe('When claims were no longer about it.'),
  occurredAt: OccurredAt,
};

export const claimSubjectErased = event(
  'provider.claim-subject.erased.v1',
  'A person responsible was erased: documents that show them are deleted. Repeated after a restore; applying it again changes nothing.',
  erasedSubject,
  ofProvider,
);

export const premisesErased = event(
  'provider.premises.erased.v1',
  'Whoever alone consented to public premises at their end was erased: documents and photos that show them are deleted. Repeated after a restore; applying it again changes nothing.',
  erasedSubject,
  ofProvider,
);
