import { audit, command } from '../../app.ts';
import { assertNotOwnProvider } from '../../from-other-services/representatives/assert-not-own-provider.ts';
import { approvalsNeeded } from './approvals-needed.ts';
import { expiryOf } from './outcome.ts';
import { overrideView } from './override-view.ts';
import { insertOverride } from './queries.ts';
import { Override, OverrideCreate } from './schema.ts';
import { wantedBy } from './targets.ts';
import { notifyVoters } from './voters.ts';

export const createOverride = command(
  {
    method: 'post',
    path: '/operations/overrides',
    summary: 'Request an override',
    description:
      'It takes effect when as many other operators as `approvalsNeeded` says approve it within 72 hours: two, or more for kinds that a deployment sets. One rejection ends it. `publication-gate` needs `action`. `deadline-extension` gives the correction of a case `days` more, `case-reassignment-block` keeps the assignees of a case for `days`, and `claim-suspension-lift` makes a suspended claim active again; these need `targetId`.',
    access: 'operations.overrides.request',
    limit: 'privileged-operation',
    body: OverrideCreate,
    responds: { status: 201, body: Override, location: '/operations/overrides/{id}' },
    problems: ['not-found', 'separation-of-duties', 'state-conflict'],
  },
  async (input, { now, newId, overrideApprovals }, trx) => {
    const { kind, reason } = input.body;
    const at = now();
    const wanted = await wantedBy(trx, input.body, at);
    await assertNotOwnProvider(trx, input.actor, { providerId: wanted.provider_id, at });
    const override = await insertOverride(trx, {
      id: newId(),
      kind,
      ...wanted,
      reason,
      requester_id: input.actor.userId,
      requested_at: at,
      expires_at: expiryOf(at),
      approvals_needed: approvalsNeeded(overrideApprovals, kind),
    });
    await notifyVoters(trx, override, at);
    await audit(trx, input, {
      objectType: 'override',
      objectId: override.id,
      reason,
      after: { kind, action: wanted.action, targetId: wanted.target_id, providerId: wanted.provider_id },
    });
    return overrideView(override, [], at);
  },
);
