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
import { TriageKind } from './triage-kind.ts';

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
