import type { BusinessCalendar } from '@trust/business-calendar/calendar';
import type { LocalisedText } from '@trust/contracts/values/localised-text';
import type { z } from 'zod';
import { ageDays } from '../../queue/priority.ts';
import { slaStatusOf } from '../../sla-status.ts';
import type { CaseDetail, CaseRow } from './queries.ts';
import type { OperationsCase, QueuedCase } from './schema.ts';

/** `namesAssignees`: for those who assign. Others learn only whether a duty is their own. */
export type Reader = { userId: string; namesAssignees: boolean; asOf: Date; calendar: BusinessCalendar };
type Queued = z.input<typeof QueuedCase>;

export function queuedCase(row: CaseRow, { userId, namesAssignees, asOf, calendar }: Reader): Queued {
  const held = { review: row.reviewer_id, decide: row.decider_id, appeal: row.appeal_reviewer_id };
  const assignmentOf = (assigneeId: string) => (assigneeId === userId ? ('mine' as const) : ('other' as const));
  return {
    id: row.case_id,
    kind: row.kind,
    state: stateAt(row, asOf),
    provider: { displayName: row.display_name, possibleDuplicate: row.possible_duplicate },
    category: { key: row.category_key, label: labelOf(row.category_label, row.category_key) },
    duties: Object.entries(held).flatMap(([duty, assigneeId]) =>
      assigneeId === null
        ? []
        : [
            {
              duty: duty as keyof typeof held,
              assignment: assignmentOf(assigneeId),
              ...((namesAssignees || assigneeId === userId) && { assigneeId }),
            },
          ],
    ),
    assignment: row.holder_id === null ? 'unassigned' : assignmentOf(row.holder_id),
    slaStatus: slaStatusOf(row.due_at, asOf),
    dueAt: row.due_at?.toISOString() ?? null,
    correctionDueAt: row.state === 'awaiting_correction' ? (row.correction_due_at?.toISOString() ?? null) : null,
    openedAt: row.opened_at.toISOString(),
    ageDays: ageDays(calendar, row.opened_at, asOf),
  };
}

export function operationsCase(row: CaseDetail, reader: Reader): z.input<typeof OperationsCase> {
  const labels = row.requirement_labels as Record<string, LocalisedText> | null;
  // The database constrains the states.
  const counts = { evidence: row.evidence, uploads: row.uploads, claims: row.claims } as Pick<
    z.input<typeof OperationsCase>,
    'evidence' | 'uploads' | 'claims'
  >;
  return {
    ...queuedCase(row, reader),
    outcome: row.outcome as z.input<typeof OperationsCase>['outcome'],
    providerId: row.provider_id,
    requirements: row.requirement_keys.map((key) => ({
      key,
      label: labelOf(labels?.[key], key),
      isAwaited: row.awaited_keys.includes(key),
    })),
    ...counts,
    openEscalations: row.open_escalations,
    openFieldWork: row.open_field_work,
  };
}

/** The end of a correction window is computed when read (promise M4). */
function stateAt({ state, correction_due_at }: CaseRow, asOf: Date): Queued['state'] {
  const isLapsed = state === 'awaiting_correction' && correction_due_at !== null && correction_due_at <= asOf;
  return (isLapsed ? 'expired' : state) as Queued['state'];
}

/** The key until the event of the requirement version arrives. */
function labelOf(label: unknown, key: string): LocalisedText {
  return (label as LocalisedText | null | undefined) ?? { en: key, fr: key };
}
