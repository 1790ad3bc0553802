import { reply } from '@trust/service-kit/http/reply';
import { Problem } from '@trust/service-kit/problems/problem';
import { route } from '../../app.ts';
import { findPerson } from '../../people/persons.ts';
import { readProfile } from './read-profile.ts';
import { AccountProfile } from './schema.ts';

export const getAccountProfile = route(
  {
    method: 'get',
    path: '/account/profile',
    summary: 'Get your profile',
    description:
      'Returns your name, language, contact points and the providers that you represent (the first 100), and your roles as an operator. The `ETag` also changes with `providers` and `operatorRoles`, but you can still send it as `If-Match`.',
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
