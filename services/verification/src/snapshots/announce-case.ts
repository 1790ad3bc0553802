import type { PayloadOf } from '@trust/contracts/event';
import { appealSnapshot } from '@trust/contracts/events/appeals';
import { caseSnapshot, decisionSnapshot } from '@trust/contracts/events/verification';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { Trx } from '../app.ts';
import { appealPayload } from '../case/effects/appeal-payload.ts';
import { casePayload } from '../case/effects/case-payload.ts';
import { type Case, lockCase } from '../case/record/queries.ts';
import { listAppealsOf } from '../outcome/appeals/queries.ts';
import { appealChangedAt, findCaseEvents, findDecisions } from './queries.ts';

type History = PayloadOf<typeof caseSnapshot>['history'];

export async function announceCase(trx: Trx, caseId: string): Promise<void> {
  const found = await lockCase(trx, caseId);
  if (!found) return;
  const history = await historyOf(trx, found);
  const lastAt = history.at(-1)?.occurredAt ?? found.opened_at.toISOString();
  const payload = await casePayload(trx, found, new Date(lastAt));
  // The move to `expired` clears the end of the correction window; projections keep it. An empty case had none.
  const hadCorrection = history.some(({ state }) => state === 'awaiting_correction');
  const dueAt = found.state === 'expired' && hadCorrection ? lastAt : payload.dueAt;
  await emit(trx, caseSnapshot, { ...payload, dueAt, history });
  for (const { id, outcome, decided_at } of await findDecisions(trx, caseId)) {
    await emit(trx, decisionSnapshot, {
      decisionId: id,
      caseId,
      providerId: found.provider_id,
      categoryKey: found.category_key,
      outcome,
      decidedAt: decided_at.toISOString(),
    });
  }
  for (const appeal of await listAppealsOf(trx, caseId))
    await emit(trx, appealSnapshot, appealPayload(found, appeal, await appealChangedAt(trx, appeal)));
}

async function historyOf(trx: Trx, found: Case): Promise<History> {
  const history: History = [];
  let now: Omit<History[number], 'occurredAt'> = { state: 'awaiting_evidence', hasReviewer: false };
  for (const { at, state, hasReviewer } of await findCaseEvents(trx, found.id)) {
    now = { state: state ?? now.state, hasReviewer: hasReviewer ?? now.hasReviewer };
    history.push({ ...now, occurredAt: at.toISOString() });
  }
  const last = history.at(-1);
  // Not every state has an entry of its own.
  if (last && last.state !== found.state) history.push({ ...last, state: found.state });
  return history;
}
