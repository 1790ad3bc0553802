import { once } from '@trust/service-kit/http/idempotency';
import { conflict } from '@trust/service-kit/http/problem';
import { reply } from '@trust/service-kit/http/reply';
import { audit, route } from '../app.ts';
import { expiryOf } from './outcome.ts';
import { overrideView } from './override-view.ts';
import { gateStateAfter } from './publication-gate.ts';
import { findGate, insertOverride } from './queries.ts';
import { Override, OverrideCreate } from './schema.ts';

export const createOverride = route(
  {
    method: 'post',
    path: '/operations/overrides',
    summary: 'Request an override',
    description: 'It takes effect when two other operators approve it within 72 hours. One rejection ends it.',
    access: 'operations.overrides.request',
    limit: 'privileged-operation',
    body: OverrideCreate,
    responds: { status: 201, body: Override, location: '/operations/overrides/{id}' },
    problems: ['state-conflict'],
  },
  async (input, { db, now, newId }) => {
    const { kind, action, reason } = input.body;
    const at = now();
    return db.transact((trx) =>
      once(trx, input.idempotency, async () => {
        if ((await findGate(trx)) === gateStateAfter(action))
          throw conflict({
            en: `The publication gate is already \`${gateStateAfter(action)}\`. No override is needed.`,
            fr: `La publication est déjà dans l’état \`${gateStateAfter(action)}\`. Aucune dérogation n’est nécessaire.`,
          });
        const override = await insertOverride(trx, {
          id: newId(),
          kind,
          action,
          reason,
          requester_id: input.actor.userId,
          requested_at: at,
          expires_at: expiryOf(at),
        });
        await audit(trx, input, {
          objectType: 'override',
          objectId: override.id,
          reason,
          after: { kind, action },
        });
        return reply(overrideView(override, [], at), { status: 201 });
      }),
    );
  },
);
