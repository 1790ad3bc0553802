import { LocalisedText } from '@trust/contracts/localised-text';
import { Page, PageQuery } from '@trust/contracts/page';
import { z } from 'zod';
import { emergencyStates } from '../emergency-actions/states.ts';
import { fieldWorkStates, isEnded } from '../field-work/states.ts';
import { workStates } from '../work-records/work-states.ts';
import { componentNames, slaStatuses } from './priority.ts';

export const openStates = ['awaiting_evidence', 'in_review', 'recommended', 'awaiting_correction'] as const;
export const triageKinds = [
  'case_review',
  'case_decision',
  'escalation',
  'incident',
  'emergency_review',
  'field_work',
  'review_moderation',
  'dispute',
  'provider_report',
] as const;
export type TriageKind = (typeof triageKinds)[number];

/** Of all kinds together: a state that only another kind has finds nothing. */
export const triageStates = [
  ...openStates,
  ...emergencyStates.filter((state) => state !== 'reviewed'),
  ...workStates.filter((state) => state !== 'resolved'),
  ...fieldWorkStates.filter((state) => !isEnded(state) && state !== 'in_progress'),
] as const;
export type TriageState = (typeof triageStates)[number];

export const TriageQuery = PageQuery.extend({
  kind: z.enum(triageKinds).optional(),
  state: z.enum(triageStates).optional(),
});

const Named = z.object({ key: z.string(), label: LocalisedText });

export const TriageItem = z
  .object({
    subject: z.object({
      type: z.enum([
        'verification_case',
        'escalation',
        'incident',
        'emergency_action',
        'field_work_item',
        'review',
        'dispute',
        'report',
      ]),
      id: z.uuid(),
    }),
    caseId: z.uuid().optional(),
    kind: z.enum(triageKinds),
    state: z.enum(triageStates),
    provider: z.object({ displayName: z.string().nullable(), possibleDuplicate: z.boolean().optional() }),
    category: Named,
    requirements: z.array(Named),
    assignment: z.enum(['unassigned', 'mine', 'other']),
    priority: z.number().int(),
    components: z.array(z.object({ name: z.enum(componentNames), points: z.number().int() })),
    slaStatus: z.enum(slaStatuses),
    dueAt: z.iso.datetime().nullable(),
    ageDays: z.number().int(),
    openedAt: z.iso.datetime(),
  })
  .meta({ id: 'TriageItem' });

export const TriagePage = Page(TriageItem).meta({ id: 'TriagePage' });
