import { route } from '../../app.ts';
import { findSavedViews } from './queries.ts';
import { savedViewView } from './saved-view-view.ts';
import { SavedViewList } from './schema.ts';

export const listSavedViews = route(
  {
    method: 'get',
    path: '/operations/triage/views',
    summary: 'List your saved views of the work queue',
    description: 'By key. Nobody else sees them.',
    access: 'operations.triage.read',
    responds: { status: 200, body: SavedViewList },
  },
  async ({ actor }, { db }) => ({ items: (await findSavedViews(db, actor.userId)).map(savedViewView) }),
);
