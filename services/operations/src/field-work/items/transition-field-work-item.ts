import type { BusinessCalendar } from '@trust/business-calendar/calendar';
import type { Actor } from '@trust/contracts/actor';
import type { Permission } from '@trust/contracts/permissions';
import { missingPermission } from '@trust/contracts/problems/missing-permission';
import { requireFreshSignIn } from '@trust/service-kit/actors/step-up';
import { invalid, Problem } from '@trust/service-kit/problems/problem';
import { withPermission } from '@trust/service-kit/request-info';
import type { Updateable } from 'kysely';
import type { z } from 'zod';
import { type App, audit, command, type Trx } from '../../app.ts';
import type { FieldWorkItem as FieldWorkItemRow } from '../../db/schema.ts';
import { announceAssignment, announceNotCompleted, announceSchedule } from '../announce.ts';
import { assertNotFrozen } from '../assert-not-frozen.ts';
import { mapAssigneeErrors } from '../assignee.ts';
import { clockAfter } from '../clock.ts';
import { lockItemToChange } from '../lock-item-to-change.ts';
import { assertPublicSafe } from '../public-safe.ts';
import { type ItemRow, insertInstructions, updateItem } from '../queries.ts';
import { type Scope, scopeOf } from '../scope.ts';
import { notFrom, rules, type Transition } from '../states.ts';
import { findSubmission } from '../submissions/queries.ts';
import { assertReviewable, notTheLast, reviewSubmission } from '../submissions/review-submission.ts';
import { assertNotEarly } from '../visit-time.ts';
import { WorkItemParams } from '../work-item-params.ts';
import { FieldWorkItem, FieldWorkTransition } from './schema.ts';
import { itemBody } from './views.ts';

type Body = z.output<typeof FieldWorkTransition>;

export const transitionFieldWorkItem = command(
  {
    method: 'post',
    path: '/operations/field-work-items/{workItemId}/transitions',
    summary: 'Change the state of a field work item',
    description:
      'Managers `schedule`, `accept` and `return`; the assigned agent can `start`, from one hour before `startsAt` (earlier 409); both can `hold`, `resume` and report `cannot_complete`. The agent of a submission cannot accept or return it, nor can whoever reviews, recommended or decides the case accept it. Whoever accepts or returns results has read the item since they arrived, else 409 `content-not-read`. The agent reads the reason of a return as `returnReason`. While an emergency action freezes the case, `schedule` and `accept` are 409. Anyone else gets 404. A transition that the state does not have is 400 `invalid-transition`; `accept` and `return` of results that were reviewed meanwhile are 409. Scheduling for somebody else, named by `assigneeId`, needs a sign-in within five minutes.',
    access: 'session',
    permissions: ['operations.field-work.manage', 'operations.field-work.perform'],
    stepUp: 'some',
    limit: 'privileged-operation',
    params: WorkItemParams,
    body: FieldWorkTransition,
    responds: { status: 200, body: FieldWorkItem },
    problems: [
      'forbidden',
      'not-found',
      'invalid-transition',
      'state-conflict',
      'separation-of-duties',
      'content-not-read',
    ],
    acts: {
      on: 'field_work_item',
      as: {
        schedule_field_work: { transition: 'schedule' },
        start_field_work: { transition: 'start' },
        hold_field_work: { transition: 'hold' },
        resume_field_work: { transition: 'resume' },
        report_impossible_visit: { transition: 'cannot_complete' },
        accept_results: { transition: 'accept' },
        return_results: { transition: 'return' },
      },
    },
    rule: lockToTransition,
  },
  async (input, { now, calendar }, trx, { before, permission, scope }) => {
    const { body } = input;
    const at = now();
    const after = await apply(trx, before, { body, scope, at, calendar });
    await announceAssignment(trx, after, { before, at, by: scope.userId });
    await audit(trx, withPermission(input, permission), {
      objectType: 'field_work_item',
      objectId: after.id,
      reason: body.reason,
      before: { state: before.state },
      after: { transition: body.transition, state: after.state, assigneeId: after.assignee_id },
    });
    return itemBody(trx, after.id, scope, at);
  },
);

type Asking = {
  actor: Actor;
  params: { workItemId: string };
  choice: { transition?: Transition; assigneeId?: string | undefined; submissionId?: string };
};

async function lockToTransition({ actor, params, choice }: Asking, { now }: App, trx: Trx) {
  const { transition, assigneeId, submissionId } = choice;
  if (!transition) throw new Error('The action names no transition.');
  const scope = scopeOf(actor);
  const at = now();
  if (assigneeId !== undefined && assigneeId !== actor.userId) requireFreshSignIn(actor, at);
  const before = await lockItemToChange(trx, actor, { id: params.workItemId, at, scope });
  const permission = permissionFor(transition, scope, before);
  // Both write to the case (docs/domain/overrides-and-emergency-actions.md 22).
  if (transition === 'schedule' || transition === 'accept') await assertNotFrozen(trx, before.case_id, at);
  if (!rules[transition].from.includes(before.state))
    throw await problemOf(trx, before, { transition, ...(submissionId && { submissionId }) });
  if (transition === 'start') assertNotEarly(before, at);
  if (transition === 'accept' || transition === 'return')
    await assertReviewable(trx, before, { transition, reviewerId: actor.userId });
  return { before, permission, scope };
}

function permissionFor(transition: Transition, { isManager, isAgent, userId }: Scope, item: ItemRow): Permission {
  const { by } = rules[transition];
  if (isAgent && item.assignee_id === userId && by.includes('agent')) return 'operations.field-work.perform';
  if (isManager && by.includes('manager')) return 'operations.field-work.manage';
  if (by.includes('manager')) throw new Problem('forbidden', missingPermission('operations.field-work.manage'));
  // An agent of another visit has the permission, and is not its assignee.
  throw new Problem('forbidden', isAgent ? undefined : missingPermission('operations.field-work.perform'));
}

/** `submissionId` says that the caller read the item when those results were waiting for review. */
async function problemOf(
  trx: Trx,
  item: ItemRow,
  { transition, submissionId }: { transition: Transition; submissionId?: string },
): Promise<Problem> {
  const read = submissionId ? await findSubmission(trx, submissionId) : undefined;
  return read?.is_final && read.work_item_id === item.id ? notTheLast() : notFrom(item.state, transition);
}

async function apply(
  trx: Trx,
  before: ItemRow,
  { body, scope, at, calendar }: { body: Body; scope: Scope; at: Date; calendar: BusinessCalendar },
): Promise<ItemRow> {
  const { to } = rules[body.transition];
  const changes = { state: to, ...clockAfter(calendar, before, to, at) };
  switch (body.transition) {
    case 'schedule': {
      const { instructions: text } = body;
      assertPublicSafe('instructions', text);
      const after = await schedule(trx, before, { ...body, changes }, at);
      if (text !== undefined) await insertInstructions(trx, { id: before.id, text, by: scope.userId, at });
      await announceSchedule(trx, after, at);
      return after;
    }
    case 'cannot_complete': {
      const after = await updateItem(trx, before.id, { ...changes, ended_at: at, end_reason: body.obstacle });
      await announceNotCompleted(trx, after, body.obstacle, at);
      return after;
    }
    case 'accept':
    case 'return':
      return reviewSubmission(trx, before, { ...body, reviewerId: scope.userId, at, changes });
    default:
      return updateItem(trx, before.id, changes);
  }
}

const endsFirst = { en: 'Must be after `startsAt`.', fr: 'Doit être postérieur à `startsAt`.' };

function schedule(
  trx: Trx,
  before: ItemRow,
  {
    startsAt,
    endsAt,
    assigneeId,
    changes,
  }: Extract<Body, { transition: 'schedule' }> & { changes: Updateable<FieldWorkItemRow> },
  at: Date,
): Promise<ItemRow> {
  if (new Date(endsAt) <= at) throw invalid('endsAt', 'must_be_future');
  if (new Date(startsAt) < at) throw invalid('startsAt', 'must_be_future');
  if (new Date(endsAt) <= new Date(startsAt)) throw invalid('endsAt', 'too_small', endsFirst);
  const assignee_id = assigneeId ?? before.assignee_id;
  if (!assignee_id) throw invalid('assigneeId', 'required');
  return mapAssigneeErrors(() =>
    updateItem(trx, before.id, { ...changes, assignee_id, starts_at: startsAt, ends_at: endsAt }),
  );
}
