import './end-with-parent.ts';
import type { Actor } from '@trust/contracts/actor';
import { internalSecret } from '@trust/service-testing/gateway';
import { decodeJwt } from 'jose';
import { baseApp } from '../src/app.ts';
import { listen } from '../src/listen.ts';
import { openLog } from '../src/observability/log.ts';
import { createHttpApp } from '../src/serve.ts';
import { keyedRoutes } from './keyed-routes.ts';
import { type DeathAt, MortalDatabase } from './mortal-database.ts';

type Settings = { url: string; dieAt?: DeathAt };

const { url, dieAt }: Settings = JSON.parse(process.argv[2] ?? '{}');
const db = new MortalDatabase<Record<never, never>>({ url, max: 2 }, dieAt);
const secret = 'a secret that is only for tests, long enough';
const app = baseApp(db, { cursorSecret: secret });
const http = createHttpApp({
  ...{
    service: 'webhooks' as const,
    routes: keyedRoutes,
    openapi: () => ({}),
    app,
    db,
    secret,
    now: app.now,
    limits: app.limits,
  },
  verifyActor: async (assertion) => decodeJwt<Actor>(assertion),
  assignmentsOf: async () => [],
  holdsStepUp: async () => false,
  log: openLog('child', 'silent'),
  publicUrl: 'http://trust.test',
  strict: true,
  ready: {},
  gatewaySecret: internalSecret,
});
process.stdout.write((await listen(http, 0, '127.0.0.1')).url);
