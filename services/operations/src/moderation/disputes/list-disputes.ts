import { route } from '../../app.ts';
import { moderationPage } from '../moderation-view.ts';
import { ModerationPage, ModerationQuery } from '../schema.ts';

export const listDisputes = route(
  {
    method: 'get',
    path: '/operations/disputes',
    summary: 'List disputes',
    description:
      'Newest first, with appeals as rounds of their own. Read the statements with `GET /disputes/{disputeId}`.',
    access: 'operations.disputes.manage',
    query: ModerationQuery,
    responds: { status: 200, body: ModerationPage },
  },
  (input, app) => moderationPage('dispute', input, app),
);
