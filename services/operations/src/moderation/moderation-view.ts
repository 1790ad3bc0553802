import type { Actor } from '@trust/contracts/actor';
import { type Cursors, findPage } from '@trust/service-kit/http/cursor';
import type { z } from 'zod';
import type { Db } from '../app.ts';
import { ownProviders } from '../own-providers.ts';
import { slaStatusOfWork } from '../sla-status.ts';
import { findModerations, type ModerationKind, type ModerationRow } from './queries.ts';
import type { Moderation, ModerationQuery } from './schema.ts';

export function moderationView(row: ModerationRow, now: Date): z.input<typeof Moderation> {
  return {
    id: row.id,
    subjectId: row.subject_id,
    round: row.round,
    isAppeal: row.is_appeal,
    providerId: row.provider_id,
    categoryKey: row.category_key,
    reasonCode: row.reason_code,
    state: row.state as 'open',
    isReady: row.ready_at <= now,
    requestedAt: row.requested_at.toISOString(),
    readyAt: row.ready_at.toISOString(),
    dueAt: row.due_at.toISOString(),
    slaStatus: slaStatusOfWork({ due_at: row.due_at, resolved_at: row.decided_at }, now),
    outcome: row.outcome,
    decisionReason: row.decision_reason,
    deciderId: row.decided_by,
    decidedAt: row.decided_at?.toISOString() ?? null,
  };
}

type App = { db: Db; cursors: Cursors; now: () => Date };
type Input = { actor: Actor; query: z.output<typeof ModerationQuery>; request: { binding: string } };

export function moderationPage(kind: ModerationKind, input: Input, { db, cursors, now }: App) {
  const filter = { ...input.query, kind, ownProviders: ownProviders(input.actor) };
  return findPage(input, cursors, (window) => findModerations(db, filter, window), {
    positionOf: ({ requested_at, id }) => [requested_at.toISOString(), id],
    item: (row) => moderationView(row, now()),
  });
}
