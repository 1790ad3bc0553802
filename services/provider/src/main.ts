import { openapiFragment } from '@trust/openapi/fragment';
import { contactHashOf } from '@trust/personal-data/contact-hash';
import { runService } from '@trust/service-kit/run-service';
import { secretOf } from '@trust/service-kit/sealing/secret';
import type { App } from './app.ts';
import { Config } from './config.ts';
import { configuredGeocoder } from './directory/places/configured-geocoder.ts';
import { ensureFirstKey, keySealer } from './directory/signing-keys/make-key.ts';
import { StoredKeySigner } from './directory/signing-keys/stored-key-signer.ts';
import { findAssignments } from './provider-record/assignments.ts';
import { openNames } from './provider-record/names.ts';
import { pruneTasks } from './prune-tasks.ts';
import { assertFindsNames } from './registration/duplicates/assert-finds-names.ts';
import { openContacts } from './registration/invitations/open-contacts.ts';
import { routes } from './routes.ts';
import { snapshotSources } from './snapshots.ts';
import { subscriptions } from './subscriptions.ts';

await runService({
  service: 'provider',
  config: Config,
  routes,
  openapi: openapiFragment,
  subscriptions,
  snapshots: snapshotSources,
  app: async (base, { config, db, log }): Promise<App> => {
    const secret = secretOf(config.CLAIM_KEY_SECRET, config.CLAIM_KEY_SECRET_ACCEPTED);
    const sealer = keySealer(secret);
    await ensureFirstKey(db, { sealer, imported: config.CLAIM_SIGNING_KEY, now: base.now() });
    const names = openNames(secret, config.NAME_INDEX_SECRET);
    await assertFindsNames(db, names);
    return {
      ...base,
      signer: new StoredKeySigner({ sealer, issuer: config.PUBLIC_URL }),
      contacts: await openContacts(config),
      names,
      contactHash: contactHashOf(config.CONTACT_HASH_SECRET),
      geocoder: configuredGeocoder(config, db, log),
    };
  },
  pruning: () => pruneTasks,
  // From our own table: the assignments of the assertion may be stale.
  serving: ({ db }) => ({ assignmentsOf: (actor) => findAssignments(db, actor.userId) }),
});
