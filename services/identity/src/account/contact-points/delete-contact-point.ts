import { notificationRequested } from '@trust/contracts/events/any';
import { emit } from '@trust/service-kit/outbox/outbox';
import { notFound, Problem } from '@trust/service-kit/problems/problem';
import { z } from 'zod';
import { audit, route } from '../../app.ts';
import { deleteInvitationsTo } from '../../from-other-services/invitations/of-person.ts';
import { notifyContacts } from '../../messages/notify-contacts.ts';
import { announceContactPoints } from '../../people/announce-contact-points.ts';
import { findContactPoints } from '../../people/contact-points.ts';
import { lockIdentifier } from '../../people/lock-identifier.ts';
import { lockPerson, updatePerson } from '../../people/persons.ts';
import { hasLegalHold } from '../legal-holds/has-legal-hold.ts';
import { assertNoNewerContactPoint } from './newer-contact-point.ts';
import { deleteContactPointById, findOwnContactPoint } from './queries.ts';

export const deleteContactPoint = route(
  {
    method: 'delete',
    path: '/account/contact-points/{contactPointId}',
    summary: 'Delete a contact point',
    description:
      'It can no longer sign in to the account, and a person who proves control of it can add it to another account. The last verified contact point cannot be deleted, nor one that is older than a contact point verified in the last 72 hours: `Retry-After` says when it can be. The newer one can be deleted at any time. Every verified contact is told, the deleted one too. Sessions continue.',
    access: 'session',
    stepUp: true,
    limit: 'profile-mutation',
    params: z.object({ contactPointId: z.uuid().describe('Identifier of the contact point in the path.') }),
    responds: { status: 204 },
    problems: ['not-found', 'last-contact-point', 'newer-contact-point', 'legal-hold'],
  },
  async (input, app) => {
    const owner = { id: input.params.contactPointId, personId: input.actor.userId };
    await app.db.transact(async (trx) => {
      const found = await findOwnContactPoint(trx, owner);
      if (!found) throw notFound();
      // Sign-ins lock the identifier before the person too; another order could deadlock.
      await lockIdentifier(trx, found.identifier_index);
      const person = await lockPerson(trx, owner.personId);
      if (!person) throw new Problem('unauthenticated');
      if (!(await findOwnContactPoint(trx, owner))) throw notFound();
      if (await hasLegalHold(trx, person.id)) throw new Problem('legal-hold');
      const before = await findContactPoints(trx, person.id);
      assertNoNewerContactPoint(before, owner.id, app.now());
      await deleteContactPointById(trx, owner.id);
      await deleteInvitationsTo(trx, [found.identifier_index]);
      const remaining = before.filter(({ id }) => id !== owner.id);
      if (!remaining.some(({ verified_at }) => verified_at !== null)) throw new Problem('last-contact-point');
      await updatePerson(trx, person, {});
      await announceContactPoints(trx, app, person.id);
      const deleted = before.filter(({ id }) => id === owner.id);
      await notifyContacts(trx, app, { person, contacts: deleted, template: 'own_contact_point_removed' });
      await notifyContacts(trx, app, { person, contacts: remaining, template: 'contact_point_removed' });
      await emit(trx, notificationRequested.identity, {
        userId: person.id,
        providerId: null,
        template: 'contact_points_changed',
        data: { change: 'removed', channel: found.channel },
      });
      await audit(trx, input, {
        objectType: 'contact_point',
        objectId: owner.id,
        before: { channel: found.channel, verified: found.verified_at !== null },
      });
    });
  },
);
