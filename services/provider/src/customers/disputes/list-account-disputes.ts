import { route } from '../../app.ts';
import { disputePage } from './dispute-view.ts';
import { DisputePage, DisputeQuery } from './schema.ts';

export const listAccountDisputes = route(
  {
    method: 'get',
    path: '/account/disputes',
    summary: 'List own disputes',
    description: 'About interactions in which you are the customer, whoever opened them. Newest first.',
    access: 'session',
    query: DisputeQuery,
    responds: { status: 200, body: DisputePage },
  },
  (input, app) => disputePage({ customer: input.actor.userId }, input, app),
);
