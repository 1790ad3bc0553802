import { availabilityChanged } from '@trust/contracts/events/provider';
import { emit } from '@trust/service-kit/outbox';
import { invalid, notFound } from '@trust/service-kit/problem';
import { z } from 'zod';
import { audit, route } from '../app.ts';
import { CategoryKey } from '../catalog/schema.ts';
import { lockOpenProvider } from '../providers/lifecycle.ts';
import { lockActiveSelection } from '../services/queries.ts';
import { availabilityAt } from './availability-at.ts';
import { upsertAvailability } from './queries.ts';
import { Availability, AvailabilityUpdate } from './schema.ts';

export const putAvailability = route(
  {
    method: 'put',
    path: '/provider-workspace/me/availability/{categoryKey}',
    summary: 'Update availability for a selected service',
    access: 'provider.availability.manage',
    scope: 'workspace',
    limit: 'profile-mutation',
    params: z.object({ categoryKey: CategoryKey }),
    body: AvailabilityUpdate,
    responds: { status: 200, body: Availability },
    problems: ['not-found', 'state-conflict'],
  },
  async (input, { db, now }) => {
    const { providerId, params, body } = input;
    const at = now();
    const next = body.state === 'limited' ? new Date(body.nextAvailableAt) : null;
    if (next && next <= at) throw invalid('nextAvailableAt', 'must_be_future');

    return db.transact(async (trx) => {
      await lockOpenProvider(trx, providerId);
      const selection = await lockActiveSelection(trx, providerId, params.categoryKey);
      if (!selection) throw notFound();
      const row = { state: body.state, next_available_at: next };
      await upsertAvailability(trx, selection.id, row, at);
      const availability = availabilityAt(params.categoryKey, row, at);
      await emit(trx, availabilityChanged, { providerId, ...availability });
      await audit(trx, input, {
        action: 'putAvailability',
        objectType: 'service_selection',
        objectId: selection.id,
        after: { categoryKey: params.categoryKey, state: body.state, hasNextTime: next !== null },
      });
      return availability;
    });
  },
);
