import { serviceRemoved } from '@trust/contracts/events/provider';
import { emit } from '@trust/service-kit/outbox';
import { notFound } from '@trust/service-kit/problem';
import { z } from 'zod';
import { audit, route } from '../app.ts';
import { CategoryKey } from '../catalog/schema.ts';
import { lockOpenProvider } from '../providers/lifecycle.ts';
import { refreshListing } from '../public/refresh-listing.ts';
import { lockActiveSelection, markRemoved } from './queries.ts';
import { ServiceSelection } from './schema.ts';
import { selectionBody } from './selection-body.ts';

export const deleteService = route(
  {
    method: 'delete',
    path: '/provider-workspace/me/services/{categoryKey}',
    summary: 'No longer offer a category; the selection is kept as history',
    access: 'provider.profile.manage',
    scope: 'workspace',
    limit: 'profile-mutation',
    params: z.object({ categoryKey: CategoryKey }),
    responds: { status: 200, body: ServiceSelection },
    problems: ['not-found', 'state-conflict'],
  },
  async (input, { db, now }) => {
    const { providerId, params } = input;
    return db.transact(async (trx) => {
      await lockOpenProvider(trx, providerId);
      const selection = await lockActiveSelection(trx, providerId, params.categoryKey);
      if (!selection) throw notFound();
      const { id, category_key: categoryKey } = selection;
      await markRemoved(trx, id, now());
      await refreshListing(trx, providerId);
      await emit(trx, serviceRemoved, { providerId, selectionId: id, categoryKey });
      await audit(trx, input, {
        action: 'deleteService',
        objectType: 'service_selection',
        objectId: id,
        before: { status: 'active' },
        after: { status: 'removed', categoryKey },
      });
      return selectionBody(selection, 'removed', input.request.language);
    });
  },
);
