import { openapiFragment } from '@trust/openapi/fragment';
import { runService } from '@trust/service-kit/run-service';
import { listOf, secretOf } from '@trust/service-kit/sealing/secret';
import type { App } from './app.ts';
import { Config } from './config.ts';
import { identifiersWithoutLimits } from './operators/roles/seeded-operators.ts';
import { assertOpens } from './people/data-keys/assert-opens.ts';
import { pruneTasks } from './prune-tasks.ts';
import { routes } from './routes.ts';
import { openSecrets } from './secrets.ts';
import { internalHttp } from './sessions/lookup/internal-http.ts';
import { passkeySettings } from './sign-in/passkeys/settings.ts';
import { snapshotSources } from './snapshot-sources.ts';
import { awaited, subscriptions } from './subscriptions.ts';

await runService({
  service: 'identity',
  config: Config,
  routes,
  openapi: openapiFragment,
  subscriptions,
  awaited,
  snapshots: snapshotSources,
  app: async (base, { config, log }): Promise<App> => {
    const secrets = await openSecrets(config);
    await assertOpens(base.db, secrets.vault);
    return {
      ...base,
      ...secrets,
      portals: config.PORTAL_ORIGINS,
      passkeys: passkeySettings(config),
      smsCountries: config.SMS_COUNTRIES,
      identifiersWithoutLimits: identifiersWithoutLimits(config.TRUST_MODE),
      log,
    };
  },
  pruning: () => pruneTasks,
  serving: ({ now, passkeys }, { config, db, log }) =>
    internalHttp(db, [config.ASSERTION_KEY, ...listOf(config.ASSERTION_KEY_ACCEPTED)], {
      now,
      arePasskeysRequired: passkeys.areRequired,
      secret: secretOf(config.INTERNAL_SECRET, config.INTERNAL_SECRET_ACCEPTED),
      log,
    }),
});
