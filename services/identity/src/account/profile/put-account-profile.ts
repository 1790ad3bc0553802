import { reply } from '@trust/service-kit/http/reply';
import { editConflict, Problem } from '@trust/service-kit/problems/problem';
import { type App, audit, route, type Trx } from '../../app.ts';
import { lockPerson, type PersonRow, updatePerson } from '../../people/persons.ts';
import { findSealer } from '../../people/subject-keys.ts';
import { readProfile } from './read-profile.ts';
import { AccountProfile, AccountProfileUpdate } from './schema.ts';

export const putAccountProfile = route(
  {
    method: 'put',
    path: '/account/profile',
    summary: 'Replace your profile',
    description:
      'Replaces your name and language. Contact points do not change; `POST /account/contact-points` adds one.',
    access: 'session',
    limit: 'profile-mutation',
    ifMatch: true,
    body: AccountProfileUpdate,
    responds: { status: 200, body: AccountProfile },
  },
  async (input, { db, vault }) => {
    const { actor, body, ifMatch } = input;
    return db.transact(async (trx) => {
      const before = await lockPerson(trx, actor.userId);
      const current = before && (await readProfile(trx, vault, before));
      if (!before || !current) throw new Problem('unauthenticated');
      if (ifMatch && !ifMatch.includes(current.revision)) throw editConflict(current, current.revision);

      const { displayName, locale } = body;
      const changed = displayName !== current.displayName || locale !== current.locale;
      const after = changed ? await store(trx, vault, before, body) : before;
      await audit(trx, input, {
        objectType: 'person',
        objectId: after.id,
        before: { revision: before.revision, named: current.displayName !== null, locale: current.locale },
        after: { revision: after.revision, named: displayName !== null, locale },
      });
      return reply({ ...current, displayName, locale, revision: after.revision }, { revision: after.revision });
    });
  },
);

async function store(
  trx: Trx,
  vault: App['vault'],
  person: PersonRow,
  { displayName, locale }: { displayName: string | null; locale: string },
): Promise<PersonRow> {
  const sealer = await findSealer(trx, vault, person.id);
  if (!sealer) throw new Problem('unauthenticated');
  const sealed = displayName === null ? null : sealer.seal('display name', displayName);
  return updatePerson(trx, person, { sealed_display_name: sealed, locale });
}
