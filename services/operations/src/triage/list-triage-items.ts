import type { LocalisedText } from '@trust/contracts/localised-text';
import { pageOf } from '@trust/service-kit/http/cursor';
import { route } from '../app.ts';
import { ageDays, componentsOf, slaStatusOf } from './priority.ts';
import { findTriageItems, type TriageRow } from './queue.ts';
import { TriagePage, TriageQuery } from './schema.ts';
import { visibilityOf } from './visibility.ts';

export const listTriageItems = route(
  {
    method: 'get',
    path: '/operations/triage',
    summary: 'List the work queue',
    description:
      'Most urgent first: the priority is the sum of the components. Reviewers see their own and unassigned reviews; deciders see their own and unassigned decisions of cases that they did not review; operators who assign cases see all cases. Escalations, incidents and field work are for operators who manage them. Without `state`, only items that wait for an operator are listed. `possibleDuplicate` says that a possible duplicate of the provider was found at some time; read the provider for the current state. An item that belongs to no category has the category `all`.',
    access: 'operations.triage.read',
    query: TriageQuery,
    responds: { status: 200, body: TriagePage },
  },
  async ({ actor, query, request }, { db, now, cursors }) => {
    const position = query.cursor ? readPosition(cursors.open(request.binding, query.cursor)) : undefined;
    // All pages use the priority at the first page's time, so none repeats or skips an item.
    const asOf = position?.asOf ?? now();
    const rows = await findTriageItems(db, {
      visibility: visibilityOf(actor),
      asOf,
      kind: query.kind,
      state: query.state,
      after: position,
      limit: query.limit + 1,
    });
    return pageOf(rows, {
      limit: query.limit,
      cursors,
      binding: request.binding,
      positionOf: (row) => [asOf, row.priority, row.due_at, row.subject_id],
      item: (row) => itemOf(row, { asOf, userId: actor.userId }),
    });
  },
);

function readPosition([asOf, priority, dueAt, id]: unknown[]) {
  return {
    asOf: new Date(String(asOf)),
    priority: Number(priority),
    dueAt: dueAt === null ? null : String(dueAt),
    id: String(id),
  };
}

function itemOf(row: TriageRow, { asOf, userId }: { asOf: Date; userId: string }) {
  const requirementLabels = row.requirement_labels as Record<string, LocalisedText> | null;
  const { due_at: dueAt, opened_at: openedAt, is_safety: isSafety, escalations } = row;
  const components = componentsOf({ dueAt, openedAt, isSafety, escalations }, asOf);
  return {
    subject: { type: row.subject_type, id: row.subject_id },
    ...(row.case_id && { caseId: row.case_id }),
    kind: row.kind,
    state: row.state,
    provider: { displayName: row.display_name, possibleDuplicate: row.possible_duplicate },
    category: categoryOf(row),
    requirements: row.requirement_keys.map((key) => ({ key, label: requirementLabels?.[key] ?? keyAsLabel(key) })),
    assignment: assignmentOf(row.assignee_id, userId),
    priority: components.reduce((sum, { points }) => sum + points, 0),
    components,
    slaStatus: slaStatusOf(row.due_at, asOf),
    dueAt: row.due_at?.toISOString() ?? null,
    ageDays: ageDays(row.opened_at, asOf),
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
