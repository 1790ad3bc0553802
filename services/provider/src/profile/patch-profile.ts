import { editConflict } from '@trust/service-kit/problem';
import { reply } from '@trust/service-kit/reply';
import type { Updateable } from 'kysely';
import { audit, route } from '../app.ts';
import type { Provider as ProviderTable } from '../db/schema.ts';
import { lockOpenProvider, providerBody, settleProvider } from '../providers/lifecycle.ts';
import { updateProvider } from '../providers/queries.ts';
import { Provider } from '../providers/schema.ts';
import { ProfileUpdate } from './schema.ts';

export const patchProfile = route(
  {
    method: 'patch',
    path: '/provider-workspace/me/profile',
    summary: 'Update the profile of the provider that one represents',
    description:
      '`null` removes a field, absence leaves it. What is written here is self-asserted: no claim can come of it.',
    access: 'provider.profile.manage',
    scope: 'workspace',
    limit: 'profile-mutation',
    ifMatch: true,
    body: ProfileUpdate,
    responds: { status: 200, body: Provider },
    problems: ['state-conflict'],
  },
  async (input, { db, now }) => {
    const { providerId, ifMatch, body } = input;
    return db.transact(async (trx) => {
      const before = await lockOpenProvider(trx, providerId);
      if (ifMatch && !ifMatch.includes(before.revision)) throw editConflict(providerBody(before), before.revision);

      const changes = changesOf(body);
      const changed = Object.keys(changes).length > 0;
      const edited = changed ? await updateProvider(trx, before, changes, now()) : before;
      const after = await settleProvider(trx, edited, now(), edited.display_name !== before.display_name);
      await audit(trx, input, {
        action: 'patchProfile',
        objectType: 'provider',
        objectId: providerId,
        before: { revision: before.revision, state: before.state },
        after: { fields: Object.keys(changes).sort().join(' '), revision: after.revision, state: after.state },
      });
      return reply(providerBody(after), { revision: after.revision });
    });
  },
);

function changesOf({ displayName, summary, website, languages }: ProfileUpdate): Updateable<ProviderTable> {
  return {
    ...(displayName !== undefined && { display_name: displayName }),
    ...(summary !== undefined && { summary }),
    ...(website !== undefined && { website }),
    ...(languages !== undefined && { languages: [...new Set(languages)] }),
  };
}
