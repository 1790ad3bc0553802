import { policyKeys } from '@trust/contracts/policies';
import { route } from '../../app.ts';
import { consentView, historyLength } from './consent-view.ts';
import { findConsents } from './of-person.ts';
import { Consents } from './schema.ts';

export const listConsents = route(
  {
    method: 'get',
    path: '/account/consents',
    summary: 'List your consents',
    description:
      'Returns every policy of the platform with its text, and which version you agreed to and when. Agree to those with `requiredForUploads` before the first upload.',
    access: 'session',
    responds: { status: 200, body: Consents },
  },
  async ({ actor, request }, { db }) => {
    const entries = await findConsents(db, actor.userId, historyLength);
    return { items: policyKeys.map((policyKey) => consentView(policyKey, entries, request.language)) };
  },
);
