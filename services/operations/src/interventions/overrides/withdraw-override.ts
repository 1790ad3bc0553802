import { Reason } from '@trust/contracts/values/free-text';
import { notFound, Problem } from '@trust/service-kit/problems/problem';
import { z } from 'zod';
import { audit, command } from '../../app.ts';
import { stateAt } from './outcome.ts';
import { overrideView } from './override-view.ts';
import { findApprovals, lockOverride, withdrawForRequester } from './queries.ts';
import { Override } from './schema.ts';

export const withdrawOverride = command(
  {
    method: 'post',
    path: '/operations/overrides/{overrideId}/withdraw',
    summary: 'Withdraw an override',
    description:
      'Only the requester can withdraw it, and only while it is pending; anyone else gets 404. This is final.',
    access: 'operations.overrides.request',
    limit: 'privileged-operation',
    params: z.object({ overrideId: z.uuid().describe('Identifier of the override request.') }),
    body: z
      .strictObject({
        reason: Reason.meta({
          description: 'Why the override is withdrawn: 10 to 500 characters.',
          examples: ['The board has postponed the opening.'],
        }),
      })
      .meta({ id: 'OverrideWithdraw' }),
    responds: { status: 200, body: Override },
    problems: ['not-found', 'invalid-transition'],
    acts: { on: 'override', as: 'withdraw_override' },
    rule: async ({ actor, params }, { now }, trx) => {
      const override = await lockOverride(trx, params.overrideId);
      if (!override || override.requester_id !== actor.userId) throw notFound();
      const state = stateAt(override, now());
      if (state !== 'pending')
        throw new Problem('invalid-transition', {
          en: `The override is \`${state}\`. Only a pending override can be withdrawn.`,
          fr: `La dérogation est dans l’état \`${state}\`. Seule une dérogation en attente peut être retirée.`,
        });
      return { override, until: override.expires_at };
    },
  },
  async (input, app, trx, { override }) => {
    const at = app.now();
    const withdrawn = await withdrawForRequester(trx, override, at);
    await audit(trx, input, {
      objectType: 'override',
      objectId: override.id,
      reason: input.body.reason,
      before: { state: override.state },
      after: { state: withdrawn.state },
    });
    return overrideView(withdrawn, await findApprovals(trx, [override.id]), at);
  },
);
