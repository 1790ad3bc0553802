import { assignToFirst, listPresentOperators } from '@trust/assignee-choice/present-operators';
import { conflict, notFound } from '@trust/service-kit/problems/problem';
import type { App, Trx } from '../app.ts';
import { activeAssignments, assigneeOf } from '../case/record/assignments.ts';
import { duties, permissionFor, stateFor } from '../case/record/duty.ts';
import { type Case, findCase } from '../case/record/queries.ts';
import { assertNotOwnProvider } from '../case/record/separation-of-duties.ts';
import { stateAt } from '../case/record/transitions.ts';
import type { CaseDuty } from '../db/schema.ts';
import { type Assigning, assignDuty, lockAssignable } from './assign-duty.ts';
import { unfinishedDuties } from './queries.ts';

/** A free duty goes to the present operator with the least load whom no rule of separate duties excludes. */
export async function assignAutomatically(trx: Trx, app: App, input: Assigning): Promise<Case> {
  const duty = await freeDuty(trx, app, input);
  const now = app.now();
  const choice = { permission: permissionFor[duty], capacity: app.casesPerOperator, now, work: unfinishedDuties(now) };
  // The constraints of the database decide who may not hold the duty.
  const assigned = await assignToFirst(trx, await listPresentOperators(trx, choice), (assigneeId) =>
    assignNamed(trx, app, { ...input, body: { ...input.body, duty, assigneeId } }),
  );
  if (assigned) return assigned;
  throw conflict({
    en: 'No present operator may take this duty and is below the workload limit. Name an assignee, or repeat the request later.',
    fr: 'Aucune personne présente ne peut prendre cette tâche ou n’a de place pour elle. Désignez quelqu’un, ou renouvelez la demande plus tard.',
  });
}

export async function assignNamed(trx: Trx, app: App, input: Assigning): Promise<Case> {
  return assignDuty(trx, app, input, await lockAssignable({ ...input, choice: input.body }, app, trx));
}

async function freeDuty(trx: Trx, app: App, { actor, params, body }: Assigning): Promise<CaseDuty> {
  const found = await findCase(trx, params.caseId);
  if (!found) throw notFound();
  assertNotOwnProvider(actor, found.provider_id);
  const state = stateAt(found, app.now());
  const duty = body.duty ?? duties.find((one) => stateFor[one] === state);
  if (!duty)
    throw conflict({
      en: `The case is \`${state}\`. No duty waits for an operator.`,
      fr: `Le dossier est dans l’état \`${state}\`. Aucune tâche n’attend d’être attribuée.`,
    });
  if (assigneeOf(await activeAssignments(trx, found.id), duty) === undefined) return duty;
  throw conflict({
    en: 'Somebody holds this duty. Name the new assignee to replace them.',
    fr: 'Cette tâche est déjà attribuée. Désignez la personne qui doit la reprendre.',
  });
}
