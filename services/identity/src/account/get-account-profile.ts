import { Problem } from '@trust/service-kit/http/problem';
import { reply } from '@trust/service-kit/http/reply';
import { route } from '../app.ts';
import { findPerson } from './queries.ts';
import { readProfile } from './read-profile.ts';
import { AccountProfile } from './schema.ts';

export const getAccountProfile = route(
  {
    method: 'get',
    path: '/account/profile',
    summary: 'One’s own name, language and contact points, and the providers that one represents',
    description:
      'Its ETag also changes with `providers`, and can be sent as `If-Match` all the same. Of more than 100 providers it names the first.',
    access: 'session',
    etag: 'content',
    responds: { status: 200, body: AccountProfile },
  },
  async ({ actor }, { db, vault }) => {
    const person = await findPerson(db, actor.userId);
    const profile = person && (await readProfile(db, vault, person));
    // The person was erased after the session look-up.
    if (!profile) throw new Problem('unauthenticated');
    return reply(profile, { revision: profile.revision });
  },
);
