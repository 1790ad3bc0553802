import { SelfAssertedName } from '@trust/contracts/fields';
import { Page, PageQuery } from '@trust/contracts/page';
import { singleLine } from '@trust/contracts/values/free-text';
import { meaningsOf, someOf, textsOf, valueList } from '@trust/contracts/values/value-list';
import { z } from 'zod';
import { FieldWorkState } from '../field-work/states.ts';
import { OpenCaseState } from '../from-other-services/cases/open-states.ts';
import { EmergencyState } from '../interventions/emergency-actions/states.ts';
import { RecordState } from '../interventions/operations-records/states.ts';
import { LabelledCategory, LabelledRequirement } from '../labelled.ts';
import { SlaStatus } from '../sla-status.ts';
import { ComponentName } from './priority.ts';
import { SubjectType } from './subject-type.ts';

export const TriageKind = valueList('triageKind', {
  case_review: {
    en: 'Case review',
    fr: 'Examen de dossier',
    means: { en: 'Review a case.', fr: 'Examiner un dossier.' },
  },
  case_decision: {
    en: 'Case decision',
    fr: 'Décision de dossier',
    means: { en: 'Decide a recommended case.', fr: 'Décider un dossier recommandé.' },
  },
  case_appeal: { en: 'Appeal', fr: 'Recours', means: { en: 'Hear an appeal.', fr: 'Traiter un recours.' } },
  escalation: {
    en: 'Escalation',
    fr: 'Signalement interne',
    means: { en: 'Answer an escalation.', fr: 'Répondre à un signalement interne.' },
  },
  incident: { en: 'Incident', fr: 'Incident', means: { en: 'Handle an incident.', fr: 'Traiter un incident.' } },
  emergency_review: {
    en: 'Emergency review',
    fr: 'Examen d’une mesure d’urgence',
    means: { en: 'Review an emergency action.', fr: 'Examiner une mesure d’urgence.' },
  },
  measure_review: {
    en: 'Review of a measure',
    fr: 'Examen d’une mesure',
    means: {
      en: 'Review that another operator suspended or hid a provider, or ended that of a colleague.',
      fr: 'Examiner la suspension ou le masquage d’un prestataire par un autre opérateur, ou la fin de la mesure d’un collègue.',
    },
  },
  field_work: {
    en: 'Field work',
    fr: 'Visite de terrain',
    means: { en: 'Plan or review a field visit.', fr: 'Planifier une visite ou en examiner le compte rendu.' },
  },
  review_moderation: {
    en: 'Moderation of a review',
    fr: 'Modération d’un avis',
    means: {
      en: 'A new or flagged review, or an appeal about one.',
      fr: 'Un avis nouveau ou signalé, ou un recours à son sujet.',
    },
  },
  review_response_moderation: {
    en: 'Moderation of a response',
    fr: 'Modération d’une réponse',
    means: { en: 'A flagged response to a review.', fr: 'Une réponse signalée à un avis.' },
  },
  name_moderation: {
    en: 'Moderation of a name',
    fr: 'Modération d’un nom',
    means: { en: 'The name under which a provider works.', fr: 'Le nom sous lequel un prestataire travaille.' },
  },
  dispute: {
    en: 'Dispute',
    fr: 'Litige',
    means: { en: 'A dispute between a customer and a provider.', fr: 'Un litige entre un client et un prestataire.' },
  },
  provider_report: {
    en: 'Report of a provider',
    fr: 'Signalement d’un prestataire',
    means: { en: 'A report of a provider.', fr: 'Un signalement d’un prestataire.' },
  },
  media_moderation: {
    en: 'Moderation of an image',
    fr: 'Modération d’une image',
    means: { en: 'An image for a public profile.', fr: 'Une image destinée à un profil public.' },
  },
  expiring_claim: {
    en: 'Expiring claim',
    fr: 'Attestation bientôt expirée',
    means: {
      en: 'A claim that ends within 30 days and that no case renews.',
      fr: 'Une attestation qui prend fin dans les 30 jours et qu’aucun dossier ne renouvelle.',
    },
  },
  possible_duplicate: {
    en: 'Possible duplicate',
    fr: 'Doublon possible',
    means: { en: 'Two providers that may be the same.', fr: 'Deux prestataires qui n’en font peut-être qu’un.' },
  },
  evidence_scan: {
    en: 'Document scan',
    fr: 'Analyse de document',
    means: {
      en: 'A document that waits for its scan, or failed it.',
      fr: 'Un document qui attend son analyse ou l’a échouée.',
    },
  },
  override_approval: {
    en: 'Vote on an override',
    fr: 'Vote sur une dérogation',
    means: { en: 'An override that waits for your vote.', fr: 'Une dérogation qui attend votre vote.' },
  },
  dead_letter: {
    en: 'Failed event',
    fr: 'Événement en échec',
    means: { en: 'An event that a service could not apply.', fr: 'Un événement qu’un service n’a pas pu appliquer.' },
  },
});
export const triageKinds = TriageKind.options;
export type TriageKind = z.output<typeof TriageKind>;

/** The list holds the states of all kinds: a state that only another kind has finds nothing. */
export const TriageState = valueList('triageState', {
  ...meaningsOf(OpenCaseState),
  ...meaningsOf(someOf(EmergencyState, ['active', 'awaiting_review'])),
  ...meaningsOf(someOf(RecordState, ['open', 'in_progress'])),
  ...meaningsOf(someOf(FieldWorkState, ['created', 'scheduled', 'on_hold', 'submitted', 'returned'])),
  expiring: { en: 'Expires soon', fr: 'Expire bientôt', means: 'The claim ends within 30 days.' },
  pending_scan: { en: 'Being scanned', fr: 'Analyse en cours', means: 'The document waits for its scan.' },
  rejected: { en: 'Rejected', fr: 'Rejeté', means: 'The document failed its scan.' },
  lost: { en: 'Lost', fr: 'Perdu', means: 'The document was lost.' },
  pending: { en: 'Waiting for votes', fr: 'En attente de votes', means: 'Votes are missing.' },
  parked: { en: 'Not applied', fr: 'Non appliqué', means: 'The event is not applied.' },
});
export type TriageState = z.output<typeof TriageState>;

export const Assignment = valueList('workAssignment', {
  unassigned: { en: 'Unassigned', fr: 'Non attribué', means: 'Not assigned.' },
  mine: { en: 'Mine', fr: 'À moi', means: 'Assigned to you.' },
  other: { en: 'Another operator', fr: 'Autre opérateur', means: 'Assigned to another operator.' },
});
const Holder = valueList('claimHolder', {
  mine: { en: 'You', fr: 'Vous', means: 'You hold it.' },
  other: { en: 'Another operator', fr: 'Autre opérateur', means: 'Another operator holds it.' },
});
export const TriageOrder = valueList('triageOrder', {
  priority: { en: 'Priority', fr: 'Priorité', means: 'Most urgent first.' },
  due: { en: 'Due time', fr: 'Échéance', means: 'The next due time first.' },
});

/** Also what a saved view holds. */
export const triageFilters = {
  kind: TriageKind.optional().describe('Only items of this kind.'),
  state: TriageState.optional().meta({ description: 'Only items in this state.', examples: ['in_review'] }),
  categoryKey: z
    .string()
    .max(64)
    .optional()
    .meta({ description: 'Only items of this category: its key, as in the catalog.', examples: ['electrician'] }),
  assignment: Assignment.optional().describe('Only items that are unassigned, yours, or assigned to someone else.'),
  due: SlaStatus.optional().describe('Only items with this status against the service level.'),
  q: singleLine(2, 80)
    .optional()
    .meta({ description: 'Beginnings of words of the provider’s name, 2 to 80 characters.', examples: ['martin'] }),
};

const SnoozedItems = valueList('snoozedItems', {
  hidden: { en: 'Without snoozed items', fr: 'Sans les éléments mis en veille', means: 'Without snoozed items.' },
  only: { en: 'Snoozed items only', fr: 'Éléments mis en veille uniquement', means: 'Snoozed items only.' },
});

export const TriageQuery = PageQuery.extend({
  ...triageFilters,
  snoozed: SnoozedItems.default('hidden').meta({
    type: 'string',
    default: 'hidden',
    description:
      'Whether to list snoozed items: `hidden` leaves them out, except those that are past due or concern safety; `only` lists nothing else.',
    ...textsOf(SnoozedItems),
  }),
  sort: TriageOrder.default('priority').meta({
    type: 'string',
    default: 'priority',
    ...textsOf(TriageOrder),
    description: 'Order of the list: `priority` for the most urgent first, `due` for the next due time first.',
    examples: ['due'],
  }),
});

export const TriageItemParams = z.object({
  subjectType: SubjectType.describe('Type of the subject.'),
  subjectId: z.uuid().describe('Identifier of the subject.'),
});
export type TriageItemParams = z.output<typeof TriageItemParams>;

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
    state: TriageState.meta({ description: 'State of the item.', examples: ['in_review'] }),
    provider: z
      .object({
        displayName: SelfAssertedName.nullable(),
        possibleDuplicate: z
          .boolean()
          .optional()
          .meta({ description: 'Whether another provider has the same contact, name or website.', examples: [false] }),
      })
      .describe('The name of the provider.'),
    category: LabelledCategory.describe('The category of the item; `all` for work that belongs to no category.'),
    requirements: z
      .array(LabelledRequirement)
      .describe('The requirements of the item; empty for work that concerns none.'),
    assignment: Assignment.describe('Whether the item is unassigned, yours, or assigned to someone else.'),
    claim: z
      .object({
        holder: Holder.describe('Whether you hold it.'),
        expiresAt: z.iso.datetime().meta({
          description: 'When the claim on the item ends, unless it is renewed.',
          examples: ['2026-11-03T10:30:00.000Z'],
        }),
      })
      .nullable()
      .describe('Who holds the item and until when; null if nobody does.'),
    snooze: z
      .object({
        endsAt: z.iso.datetime().describe('When the queue lists it again.'),
        reason: z.string().meta({
          description: 'Why it waits.',
          examples: ['The school answers the enquiry on Monday.'],
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
        description:
          'When the service level is breached; null while the clock is paused, and for work without a due time.',
        examples: ['2026-11-06T17:00:00.000Z'],
      }),
    ageDays: z
      .number()
      .int()
      .meta({ description: 'Age in whole business days.', examples: [2] }),
    openedAt: z.iso.datetime().describe('When the item was opened.'),
  })
  .meta({ id: 'TriageItem' });

export const TriagePage = Page(TriageItem).meta({ id: 'TriagePage' });
