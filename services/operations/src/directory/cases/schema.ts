import { caseDuties, caseKinds, caseOutcomes, caseStates } from '@trust/contracts/events/verification';
import { LocalisedText } from '@trust/contracts/localised-text';
import { Page, PageQuery } from '@trust/contracts/page';
import { z } from 'zod';
import { openCaseStates } from '../../from-other-services/cases/open-states.ts';
import { slaStatuses } from '../../sla-status.ts';
import { ClaimCount, EvidenceCount, UploadCount } from '../providers/schema.ts';

export const assignments = ['unassigned', 'mine', 'other'] as const;
export const queueOrders = ['due', 'oldest', 'newest'] as const;

export const QueueQuery = PageQuery.extend({
  state: z.enum(openCaseStates).optional(),
  kind: z
    .enum(caseKinds)
    .optional()
    .meta({ description: `Only cases of this kind.\n\n${kindMeanings()}` }),
  categoryKey: z.string().max(64).optional(),
  assignment: z.enum(assignments).optional(),
  due: z.enum(slaStatuses).optional(),
  sort: z.enum(queueOrders).default('due').meta({ type: 'string', default: 'due' }),
});
export type QueueQuery = z.output<typeof QueueQuery>;

const Named = z.object({ key: z.string(), label: LocalisedText });

const queued = {
  id: z.uuid(),
  kind: z.enum(caseKinds).nullable(),
  state: z.enum(caseStates),
  provider: z.object({ displayName: z.string().nullable(), possibleDuplicate: z.boolean() }),
  category: Named,
  duties: z.array(
    z.object({ duty: z.enum(caseDuties), assignment: z.enum(['mine', 'other']), assigneeId: z.uuid().optional() }),
  ),
  assignment: z.enum(assignments),
  slaStatus: z.enum(slaStatuses),
  dueAt: z.iso.datetime().nullable(),
  correctionDueAt: z.iso.datetime().nullable(),
  openedAt: z.iso.datetime(),
  ageDays: z.number().int(),
};

export const QueuedCase = z.object(queued).meta({ id: 'QueuedCase' });
export const QueuedCasePage = Page(QueuedCase).meta({ id: 'QueuedCasePage' });

/** What the desk needs to plan the work: counts of documents and claims, not the documents (promise D1). */
export const OperationsCase = z
  .object({
    ...queued,
    outcome: z.enum(caseOutcomes).nullable(),
    providerId: z.uuid(),
    requirements: z.array(z.object({ key: z.string(), label: LocalisedText, isAwaited: z.boolean() })),
    evidence: z.array(EvidenceCount),
    uploads: z.array(UploadCount),
    claims: z.array(ClaimCount),
    openEscalations: z.number().int(),
    openFieldWork: z.number().int(),
  })
  .meta({ id: 'OperationsCase' });

/** Elsewhere `query.kind` is the kind of an item of triage. */
function kindMeanings(): string {
  return [
    '- `initial`: A category that has no current claims.',
    '- `renewal`: Claims that end soon or have ended.',
    '- `review`: A second look at a decided case.',
  ].join('\n');
}
