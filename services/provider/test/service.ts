import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { Actor } from '@trust/contracts/actor';
import { auditRecorded } from '@trust/contracts/events/any';
import { publicationGateChanged } from '@trust/contracts/events/operations';
import type { LimitOverrides } from '@trust/contracts/limits';
import { contactHashOf } from '@trust/personal-data/contact-hash';
import { startService } from '@trust/service-testing/service';
import type { App } from '../src/app.ts';
import { readCatalog, seedCatalog } from '../src/catalog/seed-catalog.ts';
import type { DB } from '../src/db/schema.ts';
import { gazetteer } from '../src/directory/places/gazetteer.ts';
import { ensureFirstKey, keySealer } from '../src/directory/signing-keys/make-key.ts';
import { StoredKeySigner } from '../src/directory/signing-keys/stored-key-signer.ts';
import { findAssignments } from '../src/provider-record/assignments.ts';
import { openNames } from '../src/provider-record/names.ts';
import { openContacts } from '../src/registration/invitations/open-contacts.ts';
import { routes } from '../src/routes.ts';
import { subscriptions } from '../src/subscriptions.ts';

export const keySecret = randomBytes(32).toString('base64url');
const sealer = keySealer(keySecret);
const plenty: LimitOverrides = {
  'profile-mutation': 10_000,
  'public-search': 10_000,
  'claim-verification': 10_000,
  'claim-verification-batch': 10_000,
  'privileged-operation': 10_000,
  geocode: 10_000,
  invitation: 10_000,
  enquiry: 10_000,
  review: 10_000,
  report: 10_000,
  'enquiry-network': 10_000,
};

const catalog = readCatalog();
const ownKey = generateKeyPairSync('x25519').publicKey.export({ format: 'jwk' }) as Record<string, string>;

type Options = {
  connections?: number;
  limits?: LimitOverrides;
  invitationKey?: Record<string, string>;
  contactHashSecret?: string;
  replicaOf?: { urls: { app: string; owner: string } };
};

export async function startProvider({
  connections,
  limits = plenty,
  invitationKey = ownKey,
  contactHashSecret = 'only for tests',
  replicaOf,
}: Options = {}) {
  const service = await startService<DB, App>({
    service: 'provider',
    routes,
    subscriptions,
    app: async (base) => ({
      ...base,
      signer: new StoredKeySigner({ sealer, issuer: 'http://trust.test' }),
      geocoder: gazetteer(base.db),
      contactHash: contactHashOf(contactHashSecret),
      contacts: await openContacts({ INVITATION_PUBLIC_KEY: invitationKey, INVITATION_SECRET: 'only for tests' }),
      names: openNames(keySecret),
    }),
    assignmentsOf:
      ({ db }) =>
      (actor: Actor) =>
        findAssignments(db, actor.userId),
    limits,
    ...(connections && { connections }),
    ...(replicaOf && { urls: replicaOf.urls }),
  });
  await seedCatalog(service.app, await catalog);
  await ensureFirstKey(service.db, { sealer, imported: undefined, now: service.clock.now });
  return Object.assign(service, {
    audited: async (action: string) =>
      (await service.emitted(auditRecorded.provider)).filter((entry) => entry.action === action),
  });
}

export type ProviderService = Awaited<ReturnType<typeof startProvider>>;

export function setGate(service: ProviderService, state: 'open' | 'closed') {
  const at = service.clock.now.toISOString();
  return service.deliver(publicationGateChanged, { state, overrideId: crypto.randomUUID(), occurredAt: at });
}
