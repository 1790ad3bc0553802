import { CaseDuty, CaseKind, CaseOutcome, CaseState } from '@trust/contracts/events/verification';
import { DisplayLabel, OperatorId, ProviderId, SelfAssertedName } from '@trust/contracts/fields';
import { Page, PageQuery } from '@trust/contracts/page';
import { someOf, textsOf, valueList } from '@trust/contracts/values/value-list';
import { OperatorName } from '@trust/contracts/values/work-name';
import { z } from 'zod';
import { OpenCaseState } from '../../from-other-services/cases/open-states.ts';
import { LabelledCategory } from '../../labelled.ts';
import { Assignment } from '../../queue/schema.ts';
import { SlaStatus } from '../../sla-status.ts';
import { ClaimCount, EvidenceCount, UploadCount } from '../providers/schema.ts';

const QueueOrder = valueList('queueOrder', {
  due: { en: 'Due time', fr: 'Échéance', means: 'The next due time first.' },
  oldest: { en: 'Oldest first', fr: 'Du plus ancien au plus récent', means: 'The oldest first.' },
  newest: { en: 'Newest first', fr: 'Du plus récent au plus ancien', means: 'The newest first.' },
});

export const QueueQuery = PageQuery.extend({
  state: OpenCaseState.optional().describe('Only cases in this state.'),
  kind: CaseKind.optional().describe('Only cases of this kind.'),
  categoryKey: z
    .string()
    .max(64)
    .optional()
    .meta({ description: 'Only cases of this category: its key, as in the catalog.', examples: ['electrician'] }),
  assignment: Assignment.optional().describe(
    'Only cases whose present duty is unassigned, yours, or assigned to someone else.',
  ),
  due: SlaStatus.optional().describe('Only cases with this status against the service level.'),
  sort: QueueOrder.default('due').meta({
    type: 'string',
    default: 'due',
    description: 'Order of the list: `due` for the next due time first, or by opening, `oldest` or `newest` first.',
    examples: ['due'],
    ...textsOf(QueueOrder),
  }),
});
export type QueueQuery = z.output<typeof QueueQuery>;

const DutyAssignment = someOf(Assignment, ['mine', 'other']);

const queued = {
  id: z.uuid().describe('Identifier of the case.'),
  kind: CaseKind.nullable().meta({
    description: 'Why the case was opened; null until its next event after an upgrade.',
    examples: ['initial'],
  }),
  state: CaseState.describe('State of the case.'),
  provider: z
    .object({
      displayName: SelfAssertedName.nullable(),
      possibleDuplicate: z
        .boolean()
        .meta({ description: 'Whether another provider has the same contact, name or website.', examples: [false] }),
    })
    .describe('The name of the provider.'),
  category: LabelledCategory.describe('The category of the case.'),
  duties: z
    .array(
      z.object({
        duty: CaseDuty.describe('The duty.'),
        assignment: DutyAssignment.describe('Whether you hold the duty, or somebody else.'),
        assigneeId: OperatorId.optional(),
        assigneeName: OperatorName,
      }),
    )
    .describe('Duties that somebody holds. The assignee is named to you if you assign cases.'),
  assignment: Assignment.describe(
    'Whether the present duty of the case is unassigned, yours, or assigned to someone else.',
  ),
  slaStatus: SlaStatus.meta({ description: 'Status against the service level.', examples: ['on_track'] }),
  dueAt: z.iso
    .datetime()
    .nullable()
    .meta({
      description: 'When the service level is breached; null while the clock is paused.',
      examples: ['2026-11-06T17:00:00.000Z'],
    }),
  correctionDueAt: z.iso
    .datetime()
    .nullable()
    .meta({
      description:
        'Deadline of the correction: 14 days after its request, unless operators extended it; null while none is awaited.',
      examples: [null],
    }),
  openedAt: z.iso.datetime().describe('When the case was opened.'),
  ageDays: z
    .number()
    .int()
    .meta({ description: 'Age in whole business days.', examples: [2] }),
};

export const QueuedCase = z.object(queued).meta({ id: 'QueuedCase' });
export const QueuedCasePage = Page(QueuedCase).meta({ id: 'QueuedCasePage' });

/** The desk plans work with counts of documents and claims, without the documents (promise D1). */
export const OperationsCase = z
  .object({
    ...queued,
    outcome: CaseOutcome.nullable().meta({
      description: 'Outcome of the last decision; null before one.',
      examples: ['verified'],
    }),
    providerId: ProviderId,
    requirements: z
      .array(
        z.object({
          key: z.string().meta({
            description: 'Key of the requirement, unique within its requirement version.',
            examples: ['trade-qualification'],
          }),
          label: DisplayLabel.meta({ examples: [{ en: 'Electrical qualification', fr: 'Qualification électrique' }] }),
          isAwaited: z.boolean().describe('Whether a correction of this requirement is awaited.'),
        }),
      )
      .describe('The requirements of the case.'),
    evidence: z.array(EvidenceCount).describe('Number of documents by state.'),
    uploads: z.array(UploadCount).describe('Number of upload intents by state.'),
    claims: z.array(ClaimCount).describe('Number of claims by status.'),
    openEscalations: z.number().int().describe('Number of open escalations that you can see.'),
    openFieldWork: z.number().int().describe('Number of field work items that have not ended.'),
  })
  .meta({ id: 'OperationsCase' });
