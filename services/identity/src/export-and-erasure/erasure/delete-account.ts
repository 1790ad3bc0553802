import { Problem } from '@trust/service-kit/problems/problem';
import { hasLegalHold } from '../../account/legal-holds/has-legal-hold.ts';
import { type App, audit, route, type Trx } from '../../app.ts';
import { lockSoleOwnerships } from '../../from-other-services/representatives/sole-ownerships.ts';
import { assertApproversRemain } from '../../people/assert-approvers-remain.ts';
import { assertNotLastSecurity } from '../../people/assert-not-last-security.ts';
import { lockPerson } from '../../people/persons.ts';
import { findRoles } from '../../people/roles.ts';
import { erase, lockIdentifiers } from './erase.ts';

export const deleteAccount = route(
  {
    method: 'delete',
    path: '/account',
    summary: 'Delete your account',
    description:
      'Destroys the key of your personal data, ends every session and erases your data in all services. This cannot be undone. The same phone number or email address can register again as a new person. Keyed hashes of your contacts are kept for a year, only to recognise a new registration, if a provider that is yours was refused or is under a measure of operators, or if a complaint about it is open or was upheld within a year. The same holds for a provider for which you were the person responsible within a year. Of a provider that is one person, hashes of its names are kept too. If a provider blocked you as a customer, hashes of your contacts keep the block for a year.',
    access: 'session',
    stepUp: true,
    responds: { status: 204 },
    problems: ['legal-hold', 'sole-owner', 'state-conflict'],
  },
  async (input, app) => {
    await app.db.transact(async (trx) => {
      await lockIdentifiers(trx, input.actor.userId);
      const person = await lockPerson(trx, input.actor.userId);
      if (!person) throw new Problem('unauthenticated');
      await assertErasable(trx, app, person.id);
      await erase(trx, person, app.now());
      await audit(trx, input, { objectType: 'person', objectId: person.id });
    });
  },
);

async function assertErasable(trx: Trx, app: App, personId: string): Promise<void> {
  if (await hasLegalHold(trx, personId)) throw new Problem('legal-hold');
  const roles = await findRoles(trx, personId);
  if (roles.includes('security')) await assertNotLastSecurity(trx, personId, app);
  await assertApproversRemain(trx, { personId, roles }, app);
  const owned = await lockSoleOwnerships(trx, personId);
  if (owned.length === 0) return;
  throw new Problem('sole-owner', undefined, {
    errors: owned.map((providerId) => ({ field: `providers.${providerId}`, code: 'only_owner' })),
    // The event of a provider that was closed a moment ago may arrive later than the request.
    retryAfter: 1,
  });
}
