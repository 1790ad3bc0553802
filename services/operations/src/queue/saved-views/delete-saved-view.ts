import { notFound } from '@trust/service-kit/problems/problem';
import { audit, route } from '../../app.ts';
import { deleteSavedViewByKey } from './queries.ts';
import { SavedViewParams } from './schema.ts';

export const deleteSavedView = route(
  {
    method: 'delete',
    path: '/operations/triage/views/{viewKey}',
    summary: 'Delete a saved view',
    description: 'Deletes a view of your own. Work items are not affected.',
    access: 'operations.triage.read',
    limit: 'privileged-operation',
    params: SavedViewParams,
    responds: { status: 204 },
    problems: ['not-found'],
  },
  async (input, { db }) => {
    await db.transact(async (trx) => {
      if (!(await deleteSavedViewByKey(trx, input.actor.userId, input.params.viewKey))) throw notFound();
      await audit(trx, input, {
        reason: 'Deletes a saved list of the queue.',
        objectType: 'saved_view',
        objectId: input.params.viewKey,
      });
    });
  },
);
