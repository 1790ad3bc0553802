import { policyKeys } from '@trust/contracts/policies';
import { route } from '../app.ts';
import { consentView, historyLength } from './consent-view.ts';
import { findConsents } from './queries.ts';
import { Consents } from './schema.ts';

export const listConsents = route(
  {
    method: 'get',
    path: '/account/consents',
    summary: 'What one agreed to, in which version and since when',
    description:
      'Every policy of the platform, with the wording to show. Agree to those with `requiredForUploads` before the first upload.',
    access: 'session',
    responds: { status: 200, body: Consents },
  },
  async ({ actor, request }, { db }) => {
    const entries = await findConsents(db, actor.userId, historyLength);
    return { items: policyKeys.map((policyKey) => consentView(policyKey, entries, request.language)) };
  },
);
