import { Page, PageQuery } from '@trust/contracts/page';
import { z } from 'zod';
import { slaStates } from './priority.ts';

export const openStates = ['awaiting_evidence', 'in_review', 'recommended', 'awaiting_correction'] as const;
export const triageKinds = ['case_review', 'case_decision'] as const;

export const TriageQuery = PageQuery.extend({
  kind: z.enum(triageKinds).optional(),
  state: z.enum(openStates).optional(),
});

const Label = z.object({ key: z.string(), label: z.string() });

export const TriageItem = z
  .object({
    caseId: z.uuid(),
    kind: z.enum(triageKinds),
    state: z.enum(openStates),
    provider: z.object({ displayName: z.string().nullable(), possibleDuplicate: z.boolean().optional() }),
    category: Label,
    requirements: z.array(Label),
    assignment: z.enum(['unassigned', 'mine', 'other']),
    priority: z.number().int(),
    components: z.array(z.object({ name: z.enum(['sla', 'age']), points: z.number().int() })),
    slaState: z.enum(slaStates),
    dueAt: z.iso.datetime().nullable(),
    ageDays: z.number().int(),
    openedAt: z.iso.datetime(),
  })
  .meta({ id: 'TriageItem' });

export const TriagePage = Page(TriageItem).meta({ id: 'TriagePage' });
