import type { Actor } from '@trust/contracts/actor';
import { Problem } from '@trust/service-kit/problems/problem';
import type { App, Trx } from '../../app.ts';
import { activeAssignments, assigneeOf } from '../../case/record/assignments.ts';
import type { DecisionRow } from '../../case/record/decisions.ts';
import { type Case, findCase, hasReviewed, lockCase } from '../../case/record/queries.ts';
import { assertNotOwnProvider } from '../../case/record/separation-of-duties.ts';
import { stateAt } from '../../case/record/transitions.ts';
import { assertUnchanged } from '../../case/views/assert-unchanged.ts';
import type { CaseOutcome } from '../../db/schema.ts';
import { assertDocumentsNotFrozen, assertNotFrozen } from '../../from-other-services/assert-not-frozen.ts';
import { lockCasesOfDocuments } from '../../from-other-services/evidence-versions.ts';
import { lockOperator } from '../../from-other-services/operators.ts';
import { lockProvidersOfPeople } from '../../from-other-services/providers.ts';
import { takenOrNotFound } from '../../holding/taken.ts';
import { findLastDecision, isAppealPending } from './queries.ts';

export type Recommended = Case & { recommendation_id: string; recommender_id: string };

type Asking = {
  actor: Actor;
  params: { caseId: string };
  ifMatch: readonly number[] | undefined;
  choice: { outcome?: CaseOutcome | undefined };
};

/** Locks a recommended case for who holds its duty `decide`, and the decision that theirs replaces. */
export async function lockDecidable(
  { actor, params: { caseId }, ifMatch, choice }: Asking,
  app: App,
  trx: Trx,
): Promise<{ found: Recommended; earlier: DecisionRow | undefined }> {
  const now = app.now();
  await lockOperator(trx, actor.userId);
  // A decision may open cases of other categories, and of other providers of its person.
  const known = await findCase(trx, caseId);
  if (known) await lockProvidersOfPeople(trx, known.provider_id);
  const earlier = await lockEarlierDecision(trx, caseId);
  const found = await lockCase(trx, caseId);
  const isReviewer = found !== undefined && (await hasReviewed(trx, actor.userId, caseId));
  if (!actor.permissions.includes('verification.cases.decide'))
    throw new Problem(isReviewer ? 'separation-of-duties' : 'forbidden');
  if (!found) throw await takenOrNotFound(trx, { caseId, actor, now });
  assertNotOwnProvider(actor, found.provider_id);
  if (isReviewer) throw new Problem('separation-of-duties');
  const assignee = assigneeOf(await activeAssignments(trx, caseId), 'decide');
  if (assignee !== undefined && assignee !== actor.userId) throw await takenOrNotFound(trx, { caseId, actor, now });
  const state = stateAt(found, now);
  for (const id of [caseId, earlier?.case_id]) if (id) await assertNotFrozen(trx, id, now);
  await assertDocumentsNotFrozen(trx, { caseId }, now);
  // Only who holds the duty gets the case that they have not read.
  if (assignee !== undefined && ifMatch) await assertUnchanged(trx, found, { ifMatch, ...choice }, now);
  if (!isRecommended(found))
    throw new Problem('invalid-transition', {
      en: `The case is \`${state}\`, not \`recommended\`. Read it again.`,
      fr: `Le dossier est dans l’état \`${state}\` et non \`recommended\`. Relisez-le.`,
    });
  if (assignee === undefined) throw new Problem('duty-not-held');
  if (await isAppealPending(trx, found)) throw appealPending();
  return { found, earlier };
}

/** With the provider locked it stays the last one. A freeze of its case needs the lock of the case. */
async function lockEarlierDecision(trx: Trx, caseId: string): Promise<DecisionRow | undefined> {
  const earlier = await findLastDecision(trx, caseId);
  const isOfAnother = earlier !== undefined && earlier.case_id !== caseId;
  await lockCasesOfDocuments(trx, caseId, isOfAnother ? earlier.case_id : undefined);
  return isOfAnother ? earlier : undefined;
}

function isRecommended(found: Case): found is Recommended {
  return found.state === 'recommended' && found.recommendation_id !== null && found.recommender_id !== null;
}

function appealPending(): Problem {
  return new Problem('state-conflict', undefined, { errors: [{ field: 'caseId', code: 'appeal_pending' }] });
}
