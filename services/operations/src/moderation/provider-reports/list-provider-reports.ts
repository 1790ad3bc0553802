import { route } from '../../app.ts';
import { moderationPage } from '../moderation-view.ts';
import { ModerationPage, ModerationQuery } from '../schema.ts';

export const listProviderReports = route(
  {
    method: 'get',
    path: '/operations/provider-reports',
    summary: 'List reports of providers',
    description: 'Newest first. Read the statement with `GET /provider-reports/{reportId}`.',
    access: 'operations.disputes.manage',
    query: ModerationQuery,
    responds: { status: 200, body: ModerationPage },
  },
  (input, app) => moderationPage('report', input, app),
);
