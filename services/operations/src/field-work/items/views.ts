import type { LocalisedText } from '@trust/contracts/values/localised-text';
import type { z } from 'zod';
import type { Db } from '../../app.ts';
import { type SlaStatus, slaStatusOf } from '../../sla-status.ts';
import { findItem, type LabelledItem } from '../queries.ts';
import type { Scope } from '../scope.ts';
import { findSubmissions } from '../submissions/queries.ts';
import { submissionView } from '../submissions/submission-view.ts';
import type { EndReason, FieldWorkItem } from './schema.ts';

export function itemSummary(
  row: LabelledItem,
  { isManager }: Scope,
  now: Date,
): Omit<z.input<typeof FieldWorkItem>, 'submissions'> {
  const labels = row.requirement_labels as Record<string, LocalisedText> | null;
  return {
    id: row.id,
    ...(isManager && { caseId: row.case_id }),
    fieldVisitId: row.field_visit_id,
    provider: { displayName: row.display_name },
    category: { key: row.category_key, label: (row.category_label as LocalisedText | null) ?? same(row.category_key) },
    requirement: { key: row.requirement_key, label: labels?.[row.requirement_key] ?? same(row.requirement_key) },
    state: row.state,
    assigneeId: row.assignee_id,
    startsAt: row.starts_at?.toISOString() ?? null,
    endsAt: row.ends_at?.toISOString() ?? null,
    slaStatus: slaOf(row, now),
    dueAt: row.due_at?.toISOString() ?? null,
    openedAt: row.opened_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    endReason: row.end_reason as z.output<typeof EndReason> | null,
    instructions: row.instructions,
    returnReason: row.return_reason,
  };
}

/** An ended item keeps the status that it ended with. */
function slaOf({ due_at, ended_at }: LabelledItem, now: Date): SlaStatus {
  if (!ended_at || !due_at) return slaStatusOf(due_at, now);
  return ended_at > due_at ? 'breached' : 'on_track';
}

/** Throws unless the item was read or written in the same request. */
export async function itemBody(db: Db, id: string, scope: Scope, now: Date): Promise<z.input<typeof FieldWorkItem>> {
  const row = await findItem(db, id, scope);
  if (!row) throw new Error(`Work item ${id} was written and cannot be read.`);
  const submissions = await findSubmissions(db, id);
  return { ...itemSummary(row, scope, now), submissions: submissions.map(submissionView) };
}

/** Used until the event of the requirement version arrives. */
function same(key: string): LocalisedText {
  return { en: key, fr: key };
}
