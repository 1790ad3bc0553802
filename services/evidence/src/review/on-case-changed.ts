import type { PayloadOf } from '@trust/contracts/event';
import { caseChanged, caseOpened, caseSnapshot } from '@trust/contracts/events/verification';
import { type App, on, type Trx } from '../app.ts';
import { saveCase } from '../from-other-services/cases/queries.ts';
import { isEntitled } from './entitlement.ts';
import { endGrants, findOpenGrants } from './queries.ts';

export const onCaseChanged = on.each([caseOpened, caseChanged, caseSnapshot], (payload, { trx }, app) =>
  applyCase(trx, app, payload),
);

/** A grant ends in the transaction that applies the end of its duty (promise Z4). */
async function applyCase(trx: Trx, { now }: App, payload: PayloadOf<typeof caseChanged>): Promise<void> {
  await saveCase(trx, payload);
  const grants = await findOpenGrants(trx, payload.caseId, now());
  const ended = grants.filter(({ duty, reviewer_id: assigneeId }) => !isEntitled(payload, { duty, assigneeId }));
  await endGrants(
    trx,
    ended.map(({ id }) => id),
    now(),
  );
}
