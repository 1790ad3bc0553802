import { PageQuery } from '@trust/contracts/page';
import { pageOfAll } from '@trust/service-kit/http/cursor';
import { route } from '../../app.ts';
import { findSavedViews } from './queries.ts';
import { savedViewView } from './saved-view-view.ts';
import { SavedViewPage } from './schema.ts';

export const listSavedViews = route(
  {
    method: 'get',
    path: '/operations/triage/views',
    summary: 'List your saved views of the work queue',
    description: 'By key. Nobody else sees them.',
    access: 'operations.triage.read',
    query: PageQuery,
    responds: { status: 200, body: SavedViewPage },
  },
  async (input, { db, cursors }) => {
    const views = (await findSavedViews(db, input.actor.userId)).map(savedViewView);
    return pageOfAll(input, cursors, views, ({ key }) => key);
  },
);
