import { conflict } from '@trust/service-kit/problems/problem';
import { audit, route } from '../../app.ts';
import { insertSavedView, lockViews, updateSavedView } from './queries.ts';
import { savedViewView } from './saved-view-view.ts';
import { SavedView, SavedViewParams, SavedViewUpdate, viewsPerOperator } from './schema.ts';

export const putSavedView = route(
  {
    method: 'put',
    path: '/operations/triage/views/{viewKey}',
    summary: 'Save a view of the work queue',
    description: 'Filters of `GET /operations/triage` under a name, for yourself. You can save 20 views.',
    access: 'operations.triage.read',
    limit: 'privileged-operation',
    params: SavedViewParams,
    body: SavedViewUpdate,
    responds: { status: 200, body: SavedView },
    problems: ['state-conflict'],
  },
  async (input, { db, now }) => {
    const { userId: operatorId } = input.actor;
    const view = { ...input.body, operatorId, key: input.params.viewKey, at: now() };
    return db.transact(async (trx) => {
      await lockViews(trx, operatorId);
      const saved = (await updateSavedView(trx, view)) ?? (await insertSavedView(trx, view));
      if (!saved)
        throw conflict({
          en: `You have ${viewsPerOperator} saved views. Delete one first.`,
          fr: `Vous avez ${viewsPerOperator} vues enregistrées. Supprimez-en une d’abord.`,
        });
      await audit(trx, input, {
        reason: 'Saves a list of the queue for own use.',
        objectType: 'saved_view',
        objectId: view.key,
      });
      return savedViewView(saved);
    });
  },
);
