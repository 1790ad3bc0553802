import type { PayloadOf } from '@trust/contracts/event';
import { caseChanged, caseOpened, caseSnapshot } from '@trust/contracts/events/verification';
import { type App, on, type Trx } from '../../app.ts';
import { projectChange, projectSnapshot } from '../../from-other-services/cases/case-projection.ts';
import { saveLostDuties } from '../holding/queries.ts';
import { endClaims } from './end-claims.ts';
import { claimsThatCaseEnds, lockItem } from './queries.ts';

export const onCaseChanged = on.each([caseOpened, caseChanged], (changed, { trx }, app) =>
  endingClaims(trx, app, changed, () => projectChange(trx, changed, app.calendar)),
);

export const onCaseSnapshot = on(caseSnapshot, (snapshot, { trx }, app) =>
  endingClaims(trx, app, snapshot, () => projectSnapshot(trx, snapshot, app.calendar)),
);

/** An assignment ends the claim of everybody else, and so does the end of the work (promise T9). */
async function endingClaims(
  trx: Trx,
  app: App,
  { caseId, duties, lostDuties = [] }: Pick<PayloadOf<typeof caseChanged>, 'caseId' | 'duties' | 'lostDuties'>,
  project: () => Promise<void>,
): Promise<void> {
  // A claim at the same time either sees the new state or is ended here.
  await lockItem(trx, caseId);
  await project();
  await saveLostDuties(trx, caseId, lostDuties);
  const workers = duties.map(({ assigneeId }) => assigneeId);
  for (const { operator_id: operatorId, because } of await claimsThatCaseEnds(trx, caseId))
    await endClaims(trx, { caseId, operatorId }, { because, at: app.now(), isTold: !workers.includes(operatorId) });
}
