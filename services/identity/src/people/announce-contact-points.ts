import { contactPointsChanged, contactPointsSnapshot } from '@trust/contracts/events/identity';
import { emit } from '@trust/service-kit/outbox/outbox';
import type { App, Trx } from '../app.ts';
import { findContactPoints } from './contact-points.ts';
import { lockPerson } from './persons.ts';
import { findSealer } from './subject-keys.ts';

type Keys = Pick<App, 'vault' | 'contactHash' | 'acceptedContactHashes' | 'now'>;

/** Call it after each change of a verified contact point; other services keep what it announces last. */
export function announceContactPoints(trx: Trx, keys: Keys, personId: string): Promise<void> {
  return announce(trx, keys, { personId, type: contactPointsChanged });
}

export function announceContactPointsSnapshot(trx: Trx, keys: Keys, personId: string): Promise<void> {
  return announce(trx, keys, { personId, type: contactPointsSnapshot });
}

type Announcement = { personId: string; type: typeof contactPointsChanged };

async function announce(trx: Trx, keys: Keys, { personId, type }: Announcement): Promise<void> {
  // Two concurrent changes would each announce a list without the other.
  if (!(await lockPerson(trx, personId))) return;
  const sealer = await findSealer(trx, keys.vault, personId);
  if (!sealer) return;
  const verified = (await findContactPoints(trx, personId)).filter(({ verified_at }) => verified_at !== null);
  const contacts = verified.map(({ channel, sealed_identifier: sealed }) => ({
    channel: channel as 'sms' | 'email',
    identifier: sealer.open('contact point', sealed),
  }));
  const made = [keys.contactHash, ...keys.acceptedContactHashes];
  const hashes = made.flatMap((hash) => contacts.map(({ channel, identifier }) => hash(personId, channel, identifier)));
  const mailboxes = made.flatMap((hash) =>
    contacts.map(({ channel, identifier }) => hash.ofMailbox(channel, identifier)),
  );
  await emit(trx, type, { userId: personId, hashes, mailboxes, occurredAt: keys.now().toISOString() });
}
