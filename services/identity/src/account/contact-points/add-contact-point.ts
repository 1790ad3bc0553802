import { notificationRequested } from '@trust/contracts/events/any';
import { emit } from '@trust/service-kit/outbox/outbox';
import { Problem } from '@trust/service-kit/problems/problem';
import type { App, Trx } from '../../app.ts';
import { notifyContacts } from '../../messages/notify-contacts.ts';
import { announceContactPoints } from '../../people/announce-contact-points.ts';
import { findContactPointOwner, findContactPoints } from '../../people/contact-points.ts';
import { lockIdentifier } from '../../people/lock-identifier.ts';
import { lockPerson, type PersonRow, updatePerson } from '../../people/persons.ts';
import { findSealer } from '../../people/subject-keys.ts';
import { type ChallengeRow, redeemChallenge, takeIdentifier } from '../../sign-in/challenges/redeem-challenge.ts';
import { assertCanAddContactPoint } from './contact-point-limit.ts';
import { deleteOrphanedContactPoint, insertContactPoint, markVerified } from './queries.ts';

/** Locks the identifier before the person, as a sign-in does. */
export async function addContactPoint(
  trx: Trx,
  app: App,
  { personId, challenge }: { personId: string; challenge: ChallengeRow },
): Promise<PersonRow> {
  const { vault, now } = app;
  const { channel, identifier_index: index } = challenge;
  const at = now();
  await lockIdentifier(trx, index);
  const person = await lockPerson(trx, personId);
  const sealer = person && (await findSealer(trx, vault, personId));
  if (!person || !sealer) throw new Problem('unauthenticated');
  const holder = await findContactPointOwner(trx, channel, index);
  const isTaken = holder !== undefined && holder.id !== personId;
  if (isTaken || !(await redeemChallenge(trx, challenge, at))) throw new Problem('code-refused');
  const identifier = await takeIdentifier(trx, vault, challenge);
  if (!identifier) throw new Problem('code-refused');
  const earlier = await findContactPoints(trx, personId);
  const isNew = !holder;
  if (isNew) {
    await assertCanAddContactPoint(trx, personId);
    await deleteOrphanedContactPoint(trx, channel, index);
    await insertContactPoint(trx, {
      id: challenge.id,
      channel,
      identifier_index: index,
      sealed_identifier: sealer.seal('contact point', identifier),
      person_id: personId,
      verified_at: at,
    });
  } else if (!(await markVerified(trx, { channel, index }, at))) return person;
  await announceContactPoints(trx, app, personId);
  await notifyContacts(trx, app, { person, contacts: earlier, template: 'contact_point_added' });
  await emit(trx, notificationRequested.identity, {
    userId: personId,
    providerId: null,
    template: 'contact_points_changed',
    data: { change: 'added', channel },
  });
  // The profile shows contact points, so its revision changes.
  return updatePerson(trx, person, {});
}
