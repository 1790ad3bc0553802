import type { Actor } from '@trust/contracts/actor';
import { conflict, notFound, Problem } from '@trust/service-kit/problems/problem';
import { z } from 'zod';
import { type App, audit, command, type Trx } from '../../app.ts';
import { represents } from '../../from-other-services/representatives/queries.ts';
import { ownProviders } from '../../own-providers.ts';
import { problemIn, type Refusals } from '../../refusals.ts';
import { applyOverride } from './apply-override.ts';
import { type Decision, outcomeOf, stateAt } from './outcome.ts';
import { overrideView } from './override-view.ts';
import {
  endOverride,
  findApprovals,
  findCountedDecisions,
  insertApproval,
  lockOverride,
  type OverrideRow,
} from './queries.ts';
import { Override, OverrideApprovalCreate } from './schema.ts';

export const createOverrideApproval = command(
  {
    method: 'post',
    path: '/operations/overrides/{overrideId}/approvals',
    summary: 'Approve or reject an override',
    description:
      'The requester cannot vote, and each operator votes once. The override takes effect with the last approval that it needs. The approval of an operator who may no longer vote does not count.',
    access: 'operations.overrides.approve',
    limit: 'privileged-operation',
    params: z.object({ overrideId: z.uuid().describe('Identifier of the override request.') }),
    body: OverrideApprovalCreate,
    responds: { status: 201, body: Override, location: '/operations/overrides/{id}' },
    problems: ['not-found', 'separation-of-duties', 'invalid-transition'],
    acts: {
      on: 'override',
      as: {
        approve_override: { decision: 'approve' },
        reject_override: { decision: 'reject' },
      },
    },
    rule: lockVotable,
  },
  async (input, app, trx, { override }) => {
    const at = app.now();
    await recordApproval(trx, app, override, { ...input.body, approverId: input.actor.userId, at });
    const approvals = await findApprovals(trx, [override.id]);
    const counted = (await findCountedDecisions(trx, override)) as Decision[];
    const after = await applyDecisions(trx, override, counted, at);
    await audit(trx, input, {
      objectType: 'override',
      objectId: override.id,
      reason: input.body.reason,
      before: { state: override.state },
      after: { state: after.state, decision: input.body.decision },
    });
    return overrideView(after, approvals, at);
  },
);

type Asking = { actor: Actor; params: { overrideId: string } };

async function lockVotable({ actor, params }: Asking, { now }: App, trx: Trx) {
  const { userId } = actor;
  const override = await lockOverride(trx, params.overrideId);
  if (!override) throw notFound();
  const { provider_id: providerId, requested_at: at } = override;
  if (providerId && ownProviders(actor).includes(providerId)) throw notFound();
  if (stateAt(override, now()) !== 'pending') throw refusals.override_approval_open();
  if (providerId && (await represents(trx, { userId, providerId, at })))
    throw refusals.override_voter_is_no_representative();
  if (override.requester_id === userId) throw refusals.override_approval_not_by_requester();
  const votes = await findApprovals(trx, [override.id]);
  if (votes.some(({ approver_id }) => approver_id === userId)) throw refusals.override_approval_once_each();
  return { override, until: override.expires_at };
}

async function recordApproval(
  trx: Trx,
  { newId }: App,
  override: OverrideRow,
  approval: { decision: Decision; reason: string; approverId: string; at: Date },
): Promise<void> {
  const { decision, reason, approverId, at } = approval;
  const row = {
    id: newId(),
    override_id: override.id,
    requester_id: override.requester_id,
    approver_id: approverId,
    decision,
    reason,
    decided_at: at,
  };
  await insertApproval(trx, row).catch(problemIn(refusals));
}

/** Each key is a constraint that decides who may approve and when (promise Z3). */
const refusals = {
  override_approval_not_by_requester: () =>
    conflict(
      {
        en: 'You requested this override. Another operator must vote on it.',
        fr: 'Vous avez demandé cette dérogation. Une autre personne doit se prononcer.',
      },
      'separation-of-duties',
    ),
  override_approval_once_each: () =>
    conflict(
      {
        en: 'You have already voted on this override. Another operator must cast the next vote.',
        fr: 'Vous vous êtes déjà prononcé. La prochaine voix doit venir d’une autre personne.',
      },
      'separation-of-duties',
    ),
  override_voter_is_no_representative: () => new Problem('separation-of-duties'),
  override_approval_open: () =>
    new Problem('invalid-transition', {
      en: 'The override has ended. Request a new one if it is still needed.',
      fr: 'La dérogation est terminée. Demandez-en une nouvelle si elle reste nécessaire.',
    }),
} satisfies Refusals;

async function applyDecisions(trx: Trx, override: OverrideRow, decisions: Decision[], at: Date): Promise<OverrideRow> {
  const state = outcomeOf(decisions, override.approvals_needed);
  if (state === 'pending') return override;
  const ended = await endOverride(trx, { id: override.id, state, at });
  if (state === 'approved') await applyOverride(trx, ended, at);
  return ended;
}
