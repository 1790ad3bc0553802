import { DisplayLabel, SelfAssertedName } from '@trust/contracts/fields';
import { singleLine } from '@trust/contracts/free-text';
import { Page, PageQuery } from '@trust/contracts/page';
import { valueList } from '@trust/contracts/value-list';
import { z } from 'zod';
import { fieldWorkStates, isEnded } from '../field-work/states.ts';
import { openCaseStates } from '../from-other-services/cases/open-states.ts';
import { emergencyStates } from '../interventions/emergency-actions/states.ts';
import { recordStates } from '../interventions/operations-records/states.ts';
import { SlaStatus } from '../sla-status.ts';
import { ComponentName } from './priority.ts';

const Holder = valueList({
  mine: { en: 'Mine', fr: 'À moi', means: 'You hold it.' },
  other: { en: 'Other', fr: 'Autre', means: 'Another operator holds it.' },
});

export const TriageKind = valueList({
  case_review: { en: 'Case review', fr: 'Examen de dossier', means: 'Review a case.' },
  case_decision: { en: 'Case decision', fr: 'Décision de dossier', means: 'Decide a recommended case.' },
  case_appeal: { en: 'Appeal', fr: 'Recours', means: 'Hear an appeal.' },
  escalation: { en: 'Escalation', fr: 'Signalement interne', means: 'Answer an escalation.' },
  incident: { en: 'Incident', fr: 'Incident', means: 'Handle an incident.' },
  emergency_review: {
    en: 'Emergency review',
    fr: 'Examen d’une mesure d’urgence',
    means: 'Review an emergency action.',
  },
  field_work: { en: 'Field work', fr: 'Visite de terrain', means: 'Plan or review a field visit.' },
  review_moderation: {
    en: 'Moderation of a review',
    fr: 'Modération d’un avis',
    means: 'A new or flagged review, or an appeal about one.',
  },
  review_response_moderation: {
    en: 'Moderation of a response',
    fr: 'Modération d’une réponse',
    means: 'A flagged response to a review.',
  },
  dispute: { en: 'Dispute', fr: 'Litige', means: 'A dispute between a customer and a provider.' },
  provider_report: { en: 'Report of a provider', fr: 'Signalement d’un prestataire', means: 'A report of a provider.' },
  media_moderation: {
    en: 'Moderation of an image',
    fr: 'Modération d’une image',
    means: 'An image for a public profile.',
  },
  expiring_claim: {
    en: 'Expiring claim',
    fr: 'Attestation bientôt expirée',
    means: 'A claim that ends within 30 days and that no case renews.',
  },
  possible_duplicate: {
    en: 'Possible duplicate',
    fr: 'Doublon possible',
    means: 'Two providers that may be the same.',
  },
  evidence_scan: {
    en: 'Document scan',
    fr: 'Analyse de document',
    means: 'A document that waits for its scan, or failed it.',
  },
  override_approval: {
    en: 'Vote on an override',
    fr: 'Vote sur une dérogation',
    means: 'An override that waits for your vote.',
  },
  dead_letter: { en: 'Failed event', fr: 'Événement en échec', means: 'An event that a service could not apply.' },
});
export const triageKinds = TriageKind.options;
export type TriageKind = (typeof triageKinds)[number];

/** Of all kinds together: a state that only another kind has finds nothing. */
export const triageStates = [
  ...openCaseStates,
  ...emergencyStates.filter((state) => state !== 'reviewed'),
  ...recordStates.filter((state) => state !== 'resolved'),
  ...fieldWorkStates.filter((state) => !isEnded(state) && state !== 'in_progress'),
  'expiring',
  'pending_scan',
  'rejected',
  'lost',
  'pending',
  'parked',
] as const;
export type TriageState = (typeof triageStates)[number];

export const Assignment = valueList({
  unassigned: { en: 'Unassigned', fr: 'Non attribué', means: 'Not assigned.' },
  mine: { en: 'Mine', fr: 'À moi', means: 'Assigned to you.' },
  other: { en: 'Other', fr: 'Autre', means: 'Assigned to another operator.' },
});
export const assignments = Assignment.options;
export const TriageOrder = valueList({
  priority: { en: 'Priority', fr: 'Priorité', means: 'Most urgent first.' },
  due: { en: 'Due', fr: 'À renouveler', means: 'The next due time first.' },
});

/** Also what a saved view holds. */
export const triageFilters = {
  kind: TriageKind.optional().describe('Only items of this kind.'),
  state: z
    .enum(triageStates)
    .optional()
    .meta({ description: 'Only items in this state.', examples: ['active'] }),
  categoryKey: z
    .string()
    .max(64)
    .optional()
    .meta({ description: 'Key of the category, as in the catalog.', examples: ['electrician'] }),
  assignment: Assignment.optional().describe('Whether the item is unassigned, yours, or assigned to someone else.'),
  due: SlaStatus.optional().describe('Only cases with this status against the service level.'),
  q: singleLine(2, 80)
    .optional()
    .meta({ description: 'Beginnings of words of the provider’s name, 2 to 80 characters.' })
    .meta({ examples: ['martin'] }),
};

export const TriageQuery = PageQuery.extend({
  ...triageFilters,
  snoozed: z
    .enum(['hidden', 'only'])
    .default('hidden')
    .meta({ type: 'string', default: 'hidden' })
    .describe('Whether to list snoozed items.'),
  sort: TriageOrder.default('priority')
    .meta({ type: 'string', default: 'priority' })
    .meta({ description: 'Order of the list.', examples: ['distance'] }),
});

export const SubjectType = valueList({
  verification_case: { en: 'Verification case', fr: 'Dossier de vérification', means: 'A verification case.' },
  escalation: { en: 'Escalation', fr: 'Signalement interne', means: 'An escalation.' },
  incident: { en: 'Incident', fr: 'Incident', means: 'An incident.' },
  emergency_action: { en: 'Emergency action', fr: 'Mesure d’urgence', means: 'An emergency action.' },
  field_work_item: { en: 'Field work', fr: 'Visite de terrain', means: 'A field work item.' },
  review: { en: 'Review', fr: 'Avis', means: 'A review.' },
  dispute: { en: 'Dispute', fr: 'Litige', means: 'A dispute.' },
  report: { en: 'Report', fr: 'Signalement', means: 'A report of a provider.' },
  public_media: { en: 'Public image', fr: 'Image publique', means: 'An image for a public profile.' },
  review_response: { en: 'Response to a review', fr: 'Réponse à un avis', means: 'A response to a review.' },
  claim: { en: 'Claim', fr: 'Attestation', means: 'A claim.' },
  possible_duplicate: {
    en: 'Possible duplicate',
    fr: 'Doublon possible',
    means: 'Two providers that may be the same.',
  },
  evidence_version: { en: 'Document', fr: 'Document', means: 'A document.' },
  override: { en: 'Override', fr: 'Dérogation', means: 'An override request.' },
  dead_letter: { en: 'Failed event', fr: 'Événement en échec', means: 'An event that a service could not apply.' },
});
export const subjectTypes = SubjectType.options;
export type SubjectType = (typeof subjectTypes)[number];

export const TriageItemParams = z.object({
  subjectType: SubjectType.describe('Type of the subject.'),
  subjectId: z.uuid().describe('Identifier of the subject.'),
});
export type TriageItemParams = z.output<typeof TriageItemParams>;

const Named = z.object({
  key: z.string().meta({ description: 'Key of the category.', examples: ['electrician'] }),
  label: DisplayLabel,
});

export const TriageItem = z
  .object({
    subject: z
      .object({
        type: SubjectType.describe('Type of the subject.'),
        id: z.uuid().describe('Identifier of the subject.'),
      })
      .describe('Subject of the item.'),
    caseId: z
      .uuid()
      .optional()
      .meta({
        description: 'Identifier of the verification case, if the item belongs to one.',
        examples: ['019a490a-58b0-7c09-8f6d-3a71e5d2b9c6'],
      }),
    kind: TriageKind.describe('Kind of work.'),
    state: z.enum(triageStates).meta({ description: 'State of the item.', examples: ['in_review'] }),
    provider: z
      .object({
        displayName: SelfAssertedName.nullable(),
        possibleDuplicate: z
          .boolean()
          .optional()
          .meta({ description: 'Whether another provider has the same contact, name or website.', examples: [false] }),
      })
      .describe('The name of the provider.'),
    category: Named.describe('The category of the item.'),
    requirements: z.array(Named).describe('The names of the requirements.'),
    assignment: Assignment.describe('Whether the item is unassigned, yours, or assigned to someone else.'),
    claim: z
      .object({
        holder: Holder.describe('Whether you hold it.'),
        expiresAt: z.iso
          .datetime()
          .meta({ description: 'When the claim ends unless it is renewed.', examples: ['2026-11-03T10:30:00.000Z'] }),
      })
      .nullable()
      .describe('Who holds the item and until when; null if nobody does.'),
    snooze: z
      .object({
        endsAt: z.iso.datetime().describe('When the queue lists it again.'),
        reason: z.string().meta({
          description: 'Why it waits.',
          examples: ['All checks of the case are done and nothing contradicts them.'],
        }),
      })
      .nullable()
      .describe('Until when the queue hides the item, and why; null if it is not snoozed.'),
    priority: z
      .number()
      .int()
      .meta({ description: 'Sum of the components. The highest priority comes first.', examples: [12] }),
    components: z
      .array(
        z.object({
          name: ComponentName.describe('Name of the component.'),
          points: z
            .number()
            .int()
            .meta({ description: 'Points that the component adds.', examples: [12] }),
        }),
      )
      .describe('Components of the priority.'),
    slaStatus: SlaStatus.meta({ description: 'Status against the service level.', examples: ['on_track'] }),
    dueAt: z.iso
      .datetime()
      .nullable()
      .meta({
        description: 'When the service level is breached; null while the clock is paused.',
        examples: ['2026-11-06T17:00:00.000Z'],
      }),
    ageDays: z
      .number()
      .int()
      .meta({ description: 'Age in business days.', examples: [2] }),
    openedAt: z.iso.datetime().describe('When the item was opened.'),
  })
  .meta({ id: 'TriageItem' });

export const TriagePage = Page(TriageItem).meta({ id: 'TriagePage' });
