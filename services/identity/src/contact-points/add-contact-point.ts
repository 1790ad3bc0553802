import { notificationRequested } from '@trust/contracts/events/any';
import { emit } from '@trust/service-kit/events/outbox';
import { Problem } from '@trust/service-kit/http/problem';
import type { App, Trx } from '../app.ts';
import { type Answered, closeChallenges, lockIdentifier, readIdentifier, useChallenge } from '../challenges/queries.ts';
import { acceptInvitation } from '../invitations/accept-invitation.ts';
import { findHolder, lockPerson, type PersonRow, updatePerson } from '../people/queries.ts';
import { forgetFailures } from '../sign-in-failures/queries.ts';
import { destroyKeys, findSealer } from '../subject-keys/queries.ts';
import { assertRoom } from './most.ts';
import { deleteGhost, insertContactPoint, markVerified } from './queries.ts';

/**
 * Makes what a challenge was sent to a contact point of the person who has answered it; returns the person as they are then.
 * Refused like a wrong code where it has become somebody else's in between. Locks the identifier first, like a sign-in.
 */
export async function addContactPoint(
  trx: Trx,
  { vault, now }: App,
  { personId, challenge }: { personId: string; challenge: Answered },
): Promise<PersonRow> {
  const { channel, identifier_index: index } = challenge;
  const at = now();
  await lockIdentifier(trx, index);
  const person = await lockPerson(trx, personId);
  const sealer = person && (await findSealer(trx, vault, personId));
  if (!person || !sealer) throw new Problem('unauthenticated');
  const holder = await findHolder(trx, channel, index);
  const isTaken = holder !== undefined && holder.id !== personId;
  if (isTaken || !(await useChallenge(trx, challenge.id, at))) throw new Problem('code-refused');
  await closeChallenges(trx, challenge, at);
  await forgetFailures(trx, [index]);
  const identifier = await readIdentifier(trx, vault, challenge);
  await destroyKeys(trx, [challenge.id]);
  if (!identifier) throw new Problem('code-refused');
  const isNew = !holder;
  if (isNew) {
    await assertRoom(trx, personId);
    await deleteGhost(trx, channel, index);
    await insertContactPoint(trx, {
      id: challenge.id,
      channel,
      identifier_index: index,
      sealed_identifier: sealer.seal('contact point', identifier),
      person_id: personId,
      verified_at: at,
    });
  } else if (!(await markVerified(trx, { channel, index }, at))) return person;
  await acceptInvitation(trx, personId, at);
  await emit(trx, notificationRequested.identity, {
    userId: personId,
    providerId: null,
    template: 'contact_points_changed',
    data: { change: 'added', channel },
  });
  // The profile shows it, so it is another revision.
  return updatePerson(trx, person, {});
}
