import type { Actor } from '@trust/contracts/actor';
import { CaseDuty } from '@trust/contracts/events/verification';
import { Reason } from '@trust/contracts/values/free-text';
import { Problem } from '@trust/service-kit/problems/problem';
import { withPermission } from '@trust/service-kit/request-info';
import { z } from 'zod';
import { type App, audit, command, type Trx } from '../app.ts';
import { announceDuties } from '../case/effects/announce-changes.ts';
import { notifyOfDuty } from '../case/effects/notify-assignees.ts';
import { activeAssignments, endAssignment } from '../case/record/assignments.ts';
import { duties, permissionFor } from '../case/record/duty.ts';
import { CaseParams } from '../case/record/params.ts';
import { type Case, lockCase } from '../case/record/queries.ts';
import { assertNotOwnProvider, assertNotRepresentative } from '../case/record/separation-of-duties.ts';
import { openStates, stateAt } from '../case/record/transitions.ts';
import { OperatorCase } from '../case/views/schema.ts';
import { toOperatorCase } from '../case/views/views.ts';
import { assertNotBlocked } from '../from-other-services/assert-not-blocked.ts';
import { assertNotFrozen } from '../from-other-services/assert-not-frozen.ts';
import { takenOrNotFound } from '../holding/taken.ts';

const Release = z
  .strictObject({
    duty: CaseDuty.describe('The duty to release.'),
    reason: Reason.meta({
      description: 'Why, for the audit log: 10 to 500 characters.',
      examples: ['I am on leave from tomorrow.'],
    }),
  })
  .meta({ id: 'CaseRelease' });

export const releaseVerificationCase = command(
  {
    method: 'post',
    path: '/verification-cases/{caseId}/release',
    summary: 'Release a duty of a case',
    description:
      'For the assignee of the duty, or with `verification.cases.assign` for any assignee. Somebody else can then claim it; the access of the assignee to the evidence ends. Who has held a duty of a case gets no other duty of it.',
    access: 'session',
    permissions: [
      'verification.cases.assign',
      'verification.cases.review',
      'verification.cases.decide',
      'verification.appeals.review',
    ],
    limit: 'privileged-operation',
    params: CaseParams,
    body: Release,
    responds: { status: 200, body: OperatorCase },
    problems: ['forbidden', 'not-found', 'taken', 'invalid-transition', 'state-conflict', 'separation-of-duties'],
    acts: {
      on: 'case',
      as: {
        release_review: { duty: 'review' },
        release_decision: { duty: 'decide' },
        release_appeal: { duty: 'appeal' },
      },
    },
    rule: lockReleasable,
  },
  async (input, app, trx, { found, assigneeId }) => {
    const { actor, body } = input;
    const { duty, reason } = body;
    const isOwn = assigneeId === actor.userId;
    const now = app.now();
    await endAssignment(trx, { caseId: found.id, duty, because: isOwn ? 'released' : 'withdrawn' }, now);
    await announceDuties(trx, app, found);
    if (assigneeId !== undefined && !isOwn)
      await notifyOfDuty(trx, { userId: assigneeId, template: 'work_lost', caseId: found.id });
    await audit(trx, withPermission(input, isOwn ? permissionFor[duty] : 'verification.cases.assign'), {
      objectType: 'verification_case',
      objectId: found.id,
      reason,
      before: { duty, assigneeId: assigneeId ?? null },
      after: { duty, assigneeId: null },
    });
    return toOperatorCase(trx, found, now);
  },
);

type Asking = { actor: Actor; params: { caseId: string }; choice: { duty?: z.output<typeof CaseDuty> } };

async function lockReleasable({ actor, params, choice: { duty } }: Asking, app: App, trx: Trx) {
  const canReleaseOthers = actor.permissions.includes('verification.cases.assign');
  const hasDuty = duties.some((one) => actor.permissions.includes(permissionFor[one]));
  if (!canReleaseOthers && !hasDuty) throw new Problem('forbidden');
  const found = await lockCase(trx, params.caseId);
  const now = app.now();
  if (!found) throw await takenOrNotFound(trx, { ...params, actor, now });
  assertNotOwnProvider(actor, found.provider_id);
  // The evidence case of an appeal shows the assignee of the appeal, who is released on the appealed case.
  const own = (await activeAssignments(trx, found.id)).filter(({ case_id }) => case_id === found.id);
  const assigneeId = own.find((assignment) => assignment.duty === duty)?.assignee_id;
  if (assigneeId !== actor.userId && !canReleaseOthers) throw await takenOrNotFound(trx, { ...params, actor, now });
  await assertNotRepresentative(trx, actor, { providerId: found.provider_id, at: now });
  await assertNotFrozen(trx, found.id, now);
  await assertNotBlocked(trx, found.id, now);
  assertReleasable(stateAt(found, now), assigneeId);
  return { found, assigneeId };
}

function assertReleasable(state: Case['state'], assigneeId: string | undefined): void {
  if (state !== 'under_appeal' && !openStates.some((open) => open === state))
    throw new Problem('invalid-transition', {
      en: `The case is \`${state}\`. Its duties have ended and record who worked on it.`,
      fr: `Le dossier est dans l’état \`${state}\`. Ses tâches sont terminées et indiquent qui y a travaillé.`,
    });
  if (assigneeId === undefined)
    throw new Problem('invalid-transition', {
      en: 'Nobody is assigned to this duty. Read the case again.',
      fr: 'Personne n’est chargé de cette tâche. Relisez le dossier.',
    });
}
