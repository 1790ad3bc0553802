import { LocalisedText } from '@trust/contracts/localised-text';
import { Page, PageQuery } from '@trust/contracts/page';
import { z } from 'zod';
import { slaStatuses } from './priority.ts';

export const openStates = ['awaiting_evidence', 'in_review', 'recommended', 'awaiting_correction'] as const;
export const triageKinds = ['case_review', 'case_decision'] as const;

export const TriageQuery = PageQuery.extend({
  kind: z.enum(triageKinds).optional(),
  state: z.enum(openStates).optional(),
});

const Named = z.object({ key: z.string(), label: LocalisedText });

export const TriageItem = z
  .object({
    subject: z.object({ type: z.enum(['verification_case']), id: z.uuid() }),
    caseId: z.uuid().optional(),
    kind: z.enum(triageKinds),
    state: z.enum(openStates),
    provider: z.object({ displayName: z.string().nullable(), possibleDuplicate: z.boolean().optional() }),
    category: Named,
    requirements: z.array(Named),
    assignment: z.enum(['unassigned', 'mine', 'other']),
    priority: z.number().int(),
    components: z.array(z.object({ name: z.enum(['sla', 'age']), points: z.number().int() })),
    slaStatus: z.enum(slaStatuses),
    dueAt: z.iso.datetime().nullable(),
    ageDays: z.number().int(),
    openedAt: z.iso.datetime(),
  })
  .meta({ id: 'TriageItem' });

export const TriagePage = Page(TriageItem).meta({ id: 'TriagePage' });
