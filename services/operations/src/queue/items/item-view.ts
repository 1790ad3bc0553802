import type { LocalisedText } from '@trust/contracts/values/localised-text';
import { slaStatusOf } from '../../sla-status.ts';
import { componentsOf } from '../priority.ts';
import type { TriageRow } from './find-triage-items.ts';

export function itemOf(row: TriageRow, { asOf, userId }: { asOf: Date; userId: string }) {
  const requirementLabels = row.requirement_labels as Record<string, LocalisedText> | null;
  const { due_at: dueAt, age_days: ageDays, is_safety: isSafety, is_expiring: isExpiring, escalations } = row;
  const ranked = { dueAt, ageDays, isSafety, isExpiring, isAppeal: row.kind === 'case_appeal', escalations };
  const components = componentsOf(ranked, asOf);
  return {
    subject: { type: row.subject_type, id: row.subject_id },
    ...(row.case_id && { caseId: row.case_id }),
    kind: row.kind,
    state: row.state,
    provider: { displayName: row.display_name, possibleDuplicate: row.possible_duplicate },
    category: categoryOf(row),
    requirements: row.requirement_keys.map((key) => ({ key, label: requirementLabels?.[key] ?? keyAsLabel(key) })),
    assignment: assignmentOf(row.assignee_id, userId),
    claim: claimOf(row, userId),
    snooze: row.snoozed_until && { endsAt: row.snoozed_until.toISOString(), reason: row.snooze_reason ?? '' },
    priority: components.reduce((sum, { points }) => sum + points, 0),
    components,
    slaStatus: slaStatusOf(row.due_at, asOf),
    dueAt: row.due_at?.toISOString() ?? null,
    ageDays,
    openedAt: row.opened_at.toISOString(),
  };
}

/** Incidents and escalations of overrides belong to no category. */
function categoryOf({ category_key: key, category_label }: TriageRow) {
  if (key === null) return { key: 'all', label: { en: 'All categories', fr: 'Toutes les catégories' } };
  return { key, label: (category_label as LocalisedText | null) ?? keyAsLabel(key) };
}

/** Used until the event of the requirement version arrives. */
function keyAsLabel(key: string): LocalisedText {
  return { en: key, fr: key };
}

/** Never discloses the assignee. */
function assignmentOf(assigneeId: string | null, userId: string): 'unassigned' | 'mine' | 'other' {
  if (assigneeId === null) return 'unassigned';
  return assigneeId === userId ? 'mine' : 'other';
}

function claimOf({ claimed_by, claimed_until }: TriageRow, userId: string) {
  if (claimed_by === null || claimed_until === null) return null;
  return {
    holder: claimed_by === userId ? ('mine' as const) : ('other' as const),
    expiresAt: claimed_until.toISOString(),
  };
}
