import type { LocalisedText } from '@trust/contracts/localised-text';
import { pageOf } from '@trust/service-kit/http/cursor';
import { route } from '../app.ts';
import { ageDays, componentsOf, slaStatusOf } from './priority.ts';
import { findTriageCases, type TriageRow } from './queries.ts';
import { TriagePage, TriageQuery } from './schema.ts';
import { visibilityOf } from './visibility.ts';

export const listTriageItems = route(
  {
    method: 'get',
    path: '/operations/triage',
    summary: 'List the work queue',
    description:
      'Most urgent first. Reviewers see their own and unassigned reviews; deciders see their own and unassigned decisions of cases that they did not review; operators who assign cases see all. Without `state`, only cases that wait for an operator are listed. `possibleDuplicate` says that a possible duplicate of the provider was found at some time; read the provider for the current state.',
    access: 'operations.triage.read',
    query: TriageQuery,
    responds: { status: 200, body: TriagePage },
  },
  async ({ actor, query, request }, { db, now, cursors }) => {
    const position = query.cursor ? readPosition(cursors.open(request.binding, query.cursor)) : undefined;
    // All pages use the priority at the first page's time, so none repeats or skips an item.
    const asOf = position?.asOf ?? now();
    const rows = await findTriageCases(db, {
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
      positionOf: (row) => [asOf, row.priority, row.due_at, row.case_id],
      item: (row) => itemOf(row, { asOf, userId: actor.userId }),
    });
  },
);

function readPosition([asOf, priority, dueAt, caseId]: unknown[]) {
  return {
    asOf: new Date(String(asOf)),
    priority: Number(priority),
    dueAt: dueAt === null ? null : String(dueAt),
    caseId: String(caseId),
  };
}

function itemOf(row: TriageRow, { asOf, userId }: { asOf: Date; userId: string }) {
  const requirementLabels = row.requirement_labels as Record<string, LocalisedText> | null;
  const components = componentsOf({ dueAt: row.due_at, openedAt: row.opened_at }, asOf);
  return {
    subject: { type: 'verification_case' as const, id: row.case_id },
    caseId: row.case_id,
    kind: row.state === 'recommended' ? ('case_decision' as const) : ('case_review' as const),
    state: row.state,
    provider: { displayName: row.display_name, possibleDuplicate: row.possible_duplicate },
    category: {
      key: row.category_key,
      label: (row.category_label as LocalisedText | null) ?? keyAsLabel(row.category_key),
    },
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

/** Used until the event of the requirement version arrives. */
function keyAsLabel(key: string): LocalisedText {
  return { en: key, fr: key };
}

/** Never discloses the assignee. */
function assignmentOf(assigneeId: string | null, userId: string): 'unassigned' | 'mine' | 'other' {
  if (assigneeId === null) return 'unassigned';
  return assigneeId === userId ? 'mine' : 'other';
}
