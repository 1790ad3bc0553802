import { baseApp } from '@trust/service-kit/app';
import { openDb } from '@trust/service-kit/database/db';
import { listen } from '@trust/service-kit/listen';
import { openLog } from '@trust/service-kit/observability/log';
import { createHttpApp } from '@trust/service-kit/serve';
import { internalSecret } from '@trust/service-testing/gateway';
import type { DB } from '../src/db/schema.ts';
import { routes } from '../src/routes.ts';
import { openSecrets } from '../src/secrets.ts';

/** Identity in its own process, which kills itself before it compares a code. Prints its URL. */
const { databaseUrl, now, secrets } = JSON.parse(process.argv[2] ?? '{}');
const db = openDb<DB>({ url: databaseUrl });
const clock = () => new Date(now);
const secret = 'a secret that is only for tests, long enough';
const base = baseApp(db, { cursorSecret: secret, now: clock });
const log = openLog('identity', 'silent');
const app = {
  ...base,
  ...(await openSecrets(secrets)),
  smsCountries: [],
  identifiersWithoutLimits: new Set<string>(),
  portals: [],
  passkeys: { rpId: 'localhost', origins: [], areRequired: false },
  log,
  isCode: () => process.kill(process.pid, 'SIGKILL'),
};
const http = createHttpApp({
  ...{
    service: 'identity' as const,
    routes,
    openapi: () => ({}),
    app,
    db,
    log,
    secret,
    now: clock,
    limits: base.limits,
  },
  verifyActor: async () => Promise.reject(new Error('Nobody signs in here.')),
  assignmentsOf: async () => [],
  holdsStepUp: async () => false,
  publicUrl: 'http://trust.test',
  strict: true,
  ready: {},
  gatewaySecret: internalSecret,
});
const { url } = await listen(http, 0, '127.0.0.1');
process.stdout.write(`${url}\n`);
process.stdin.on('end', () => process.exit()).resume();
