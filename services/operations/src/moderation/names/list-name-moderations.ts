import { route } from '../../app.ts';
import { moderationPage } from '../moderation-view.ts';
import { ModerationPage, ModerationQuery } from '../schema.ts';

export const listNameModerations = route(
  {
    method: 'get',
    path: '/operations/name-moderations',
    summary: 'List moderations of names',
    description:
      'Public words of providers that wait for an operator or were decided, newest first. Read them with `GET /display-names/{nameId}`.',
    access: 'reviews.moderate',
    query: ModerationQuery,
    responds: { status: 200, body: ModerationPage },
  },
  (input, app) => moderationPage('name', input, app),
);
