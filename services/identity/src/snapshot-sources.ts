import type { SnapshotSource } from '@trust/service-kit/snapshots/snapshot-run';
import { announceConsentSnapshots } from './account/consents/announce-consents.ts';
import { announceHoldSnapshot } from './account/legal-holds/announce-hold.ts';
import type { App, Trx } from './app.ts';
import { announceAwaitingSnapshots } from './from-other-services/invitations/announce-awaiting.ts';
import { announceOperatorSnapshot } from './operators/roles/announce-operator.ts';
import { announceContactPointsSnapshot } from './people/announce-contact-points.ts';
import { lockAnyPerson } from './people/persons.ts';

/** Erasures are repeated by `npm run erasures`, not here. */
export async function announcePerson(trx: Trx, personId: string): Promise<void> {
  const person = await lockAnyPerson(trx, personId);
  if (!person) return;
  await announceOperatorSnapshot(trx, personId);
  await announceHoldSnapshot(trx, personId);
  await announceAwaitingSnapshots(trx, personId);
  // Projections delete consents with the person.
  if (!person.erased_at) await announceConsentSnapshots(trx, personId);
}

async function announceWithContactPoints(trx: Trx, personId: string, app: App): Promise<void> {
  await announcePerson(trx, personId);
  await announceContactPointsSnapshot(trx, app, personId);
}

export const snapshotSources: readonly SnapshotSource<App>[] = [
  { thing: 'person', table: 'person', key: 'id', announce: announceWithContactPoints },
];
