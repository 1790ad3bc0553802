import { PageQuery } from '@trust/contracts/page';
import { policyKeys } from '@trust/contracts/policies';
import { pageOfAll } from '@trust/service-kit/http/cursor';
import { route } from '../../app.ts';
import { consentView, historyLength } from './consent-view.ts';
import { findConsents } from './of-person.ts';
import { ConsentPage } from './schema.ts';

export const listConsents = route(
  {
    method: 'get',
    path: '/account/consents',
    summary: 'List your consents',
    description:
      'Returns every policy of the platform with its text, and which version you agreed to and when. Agree to those with `requiredForUploads` before the first upload.',
    access: 'session',
    query: PageQuery,
    responds: { status: 200, body: ConsentPage },
  },
  async (input, { db, cursors }) => {
    const { actor, request } = input;
    const entries = await findConsents(db, actor.userId, historyLength);
    const consents = policyKeys.map((policyKey) => consentView(policyKey, entries, request.language));
    return pageOfAll(input, cursors, consents, ({ policyKey }) => policyKey);
  },
);
