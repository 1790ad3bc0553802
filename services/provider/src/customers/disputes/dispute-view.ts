import { notificationRequested } from '@trust/contracts/events/any';
import { disputeChanged } from '@trust/contracts/events/customers';
import { type Cursors, findPage, type ListRequest } from '@trust/service-kit/http/cursor';
import { emit } from '@trust/service-kit/outbox/outbox';
import { notFound } from '@trust/service-kit/problems/problem';
import type { z } from 'zod';
import type { Db, Trx } from '../../app.ts';
import { findRequests } from '../../provider-record/moderation/queries.ts';
import { type ActingPerson, sideOf } from '../enquiries/side-of.ts';
import type { EnquirySide } from '../enquiries/states.ts';
import { dayOf } from '../moderation/day-of.ts';
import {
  type DisputeRow,
  findDispute,
  findDisputes,
  findEarlierFindings,
  findStatements,
  type ListedDispute,
  lockDispute,
} from './queries.ts';
import type { Dispute, DisputeSummary } from './schema.ts';
import { stateAt } from './states.ts';

export function disputeSummary(row: ListedDispute, at: Date): z.input<typeof DisputeSummary> {
  const state = stateAt(row, at);
  return {
    id: row.id,
    interactionId: row.interaction_id,
    publicProviderId: row.public_provider_id,
    categoryKey: row.category_key,
    openedBy: row.opened_by,
    reasonCode: row.reason_code as 'other',
    state,
    openedAt: row.opened_at.toISOString(),
    responseDueAt: state === 'awaiting_response' ? row.response_due_at.toISOString() : null,
    endedAt: row.ended_at?.toISOString() ?? null,
    outcome: row.outcome as 'no_finding' | null,
  };
}

/** The dispute, locked, and the side of the actor; 404 for everybody but its two sides. */
export async function lockOwnDispute(
  trx: Trx,
  actor: ActingPerson,
  id: string,
): Promise<{ row: DisputeRow; side: EnquirySide }> {
  const row = await lockDispute(trx, id);
  const side = await sideOf(trx, actor, row);
  if (!row) throw notFound();
  return { row, side };
}

/** For the two sides; 404 for everybody else. */
export async function ownDispute(
  trx: Trx,
  actor: ActingPerson,
  id: string,
  at: Date,
): Promise<z.input<typeof Dispute>> {
  await sideOf(trx, actor, await findDispute(trx, id));
  return disputeView(trx, id, at);
}

/** The dispute takes the outcome of the appeal once that is decided. */
export async function disputeView(trx: Trx, id: string, at: Date): Promise<z.input<typeof Dispute>> {
  const row = await findDispute(trx, id);
  if (!row) throw new Error('A dispute is never deleted.');
  const requests = await findRequests(trx, id);
  const statements = await findStatements(trx, id);
  const appeal = requests.find(({ is_appeal }) => is_appeal);
  const decided = requests.findLast(({ state }) => state === 'decided');
  return {
    ...disputeSummary(row, at),
    statements: statements.map(({ side, text, made_at }) => ({ side, text, madeAt: made_at.toISOString() })),
    decisionReason: (decided?.decision_reason ?? null) as 'no_response' | null,
    earlierFindings: (await findEarlierFindings(trx, row)).map((one) => ({
      disputeId: one.id,
      reasonCode: one.reason_code as 'other',
      outcome: one.outcome as 'no_finding',
      decidedOn: dayOf(one.ended_at),
    })),
    appeal: appeal
      ? {
          state: appeal.state as 'open',
          outcome: appeal.outcome as 'no_finding' | null,
          statement: appeal.statement,
          requestedAt: appeal.requested_at.toISOString(),
        }
      : null,
  };
}

type App = { db: Db; cursors: Cursors; now: () => Date };
type Of = { provider: string } | { customer: string };

export function disputePage(of: Of, request: ListRequest, { db, cursors, now }: App) {
  const at = now();
  return findPage(request, cursors, (window) => findDisputes(db, of, window), {
    positionOf: ({ opened_at, id }) => [opened_at.toISOString(), id],
    item: (row) => disputeSummary(row, at),
  });
}

export async function announceDispute(trx: Trx, row: DisputeRow, at: Date): Promise<void> {
  await emit(trx, disputeChanged, {
    disputeId: row.id,
    interactionId: row.interaction_id,
    providerId: row.provider_id,
    state: row.state,
    occurredAt: at.toISOString(),
  });
}

type Template = 'dispute_opened' | 'dispute_statement' | 'dispute_resolved' | 'dispute_withdrawn';

export function notifyOfDispute(trx: Trx, row: DisputeRow, side: EnquirySide, template: Template): Promise<void> {
  return emit(trx, notificationRequested.provider, {
    userId: side === 'customer' ? row.customer_id : null,
    providerId: side === 'provider' ? row.provider_id : null,
    template,
    data: { disputeId: row.id, categoryKey: row.category_key },
  });
}

export function otherSide(side: EnquirySide): EnquirySide {
  return side === 'customer' ? 'provider' : 'customer';
}
