import { singleLine } from '@trust/contracts/free-text';
import { LocalisedText } from '@trust/contracts/localised-text';
import { Page, PageQuery } from '@trust/contracts/page';
import { z } from 'zod';
import { fieldWorkStates, isEnded } from '../field-work/states.ts';
import { openCaseStates } from '../from-other-services/cases/open-states.ts';
import { emergencyStates } from '../interventions/emergency-actions/states.ts';
import { recordStates } from '../interventions/operations-records/states.ts';
import { slaStatuses } from '../sla-status.ts';
import { componentNames } from './priority.ts';

export const triageKinds = [
  'case_review',
  'case_decision',
  'case_appeal',
  'escalation',
  'incident',
  'emergency_review',
  'field_work',
  'review_moderation',
  'review_response_moderation',
  'dispute',
  'provider_report',
  'media_moderation',
  'expiring_claim',
  'possible_duplicate',
  'evidence_scan',
  'override_approval',
  'dead_letter',
] as const;
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

export const assignments = ['unassigned', 'mine', 'other'] as const;
export const triageOrders = ['priority', 'due'] as const;

/** Also what a saved view holds. */
export const triageFilters = {
  kind: z.enum(triageKinds).optional(),
  state: z.enum(triageStates).optional(),
  categoryKey: z.string().max(64).optional(),
  assignment: z.enum(assignments).optional(),
  due: z.enum(slaStatuses).optional(),
  q: singleLine(2, 80)
    .optional()
    .meta({ description: 'Beginnings of words of the provider’s name, 2 to 80 characters.' }),
};

export const TriageQuery = PageQuery.extend({
  ...triageFilters,
  snoozed: z.enum(['hidden', 'only']).default('hidden').meta({ type: 'string', default: 'hidden' }),
  sort: z.enum(triageOrders).default('priority').meta({ type: 'string', default: 'priority' }),
});

export const subjectTypes = [
  'verification_case',
  'escalation',
  'incident',
  'emergency_action',
  'field_work_item',
  'review',
  'dispute',
  'report',
  'public_media',
  'review_response',
  'claim',
  'possible_duplicate',
  'evidence_version',
  'override',
  'dead_letter',
] as const;
export type SubjectType = (typeof subjectTypes)[number];

export const TriageItemParams = z.object({ subjectType: z.enum(subjectTypes), subjectId: z.uuid() });
export type TriageItemParams = z.output<typeof TriageItemParams>;

const Named = z.object({ key: z.string(), label: LocalisedText });

export const TriageItem = z
  .object({
    subject: z.object({
      type: z.enum(subjectTypes),
      id: z.uuid(),
    }),
    caseId: z.uuid().optional(),
    kind: z.enum(triageKinds),
    state: z.enum(triageStates),
    provider: z.object({ displayName: z.string().nullable(), possibleDuplicate: z.boolean().optional() }),
    category: Named,
    requirements: z.array(Named),
    assignment: z.enum(assignments),
    claim: z.object({ holder: z.enum(['mine', 'other']), expiresAt: z.iso.datetime() }).nullable(),
    snooze: z.object({ endsAt: z.iso.datetime(), reason: z.string() }).nullable(),
    priority: z.number().int(),
    components: z.array(z.object({ name: z.enum(componentNames), points: z.number().int() })),
    slaStatus: z.enum(slaStatuses),
    dueAt: z.iso.datetime().nullable(),
    ageDays: z.number().int(),
    openedAt: z.iso.datetime(),
  })
  .meta({ id: 'TriageItem' });

export const TriagePage = Page(TriageItem).meta({ id: 'TriagePage' });
