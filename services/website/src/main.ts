import { fileURLToPath } from 'node:url';
import { readConfig } from '@trust/service-kit/config';
import { capacity, monitorLoad } from '@trust/service-kit/http/overload';
import { closeServer, listen, waitForShutdown } from '@trust/service-kit/listen';
import { openLog } from '@trust/service-kit/observability/log';
import { startTelemetry } from '@trust/service-kit/observability/start-telemetry';
import { secretOf } from '@trust/service-kit/sealing/secret';
import { certificateOf, trustOwnCa } from '@trust/service-kit/tls/certificates';
import { publicApi } from './api/public-api.ts';
import { websiteHttp } from './app.ts';
import { Config } from './config.ts';

const config = readConfig(Config);
trustOwnCa(config);
const log = openLog('website', config.LOG_LEVEL);
await using _telemetry = await startTelemetry('website', { slowMs: config.TRACE_SLOWER_THAN_MS });
using load = monitorLoad();
let isStopping = false;
const http = websiteHttp({
  api: publicApi(config.API_URL, config.INTERNAL_SECRET),
  gatewaySecret: secretOf(config.INTERNAL_SECRET, config.INTERNAL_SECRET_ACCEPTED),
  publicUrl: config.PUBLIC_URL,
  // `npm start` and images build it.
  clientFolder: fileURLToPath(new URL('../../../packages/client/dist', import.meta.url)),
  isDevelopment: config.TRUST_MODE === 'development',
  tracesUrl: config.TRACES_URL,
  admits: capacity(load, config.MAX_IN_FLIGHT),
  log,
  // Not the gateway: it waits for nothing of the website, and pages say themselves what is away.
  ready: {
    running: async () => {
      if (isStopping) throw new Error('stopping');
    },
  },
});
const { server } = await listen(http, config.PORT, config.HOST, { certificate: certificateOf(config) });
log.info({ port: config.PORT }, 'Server is listening');
await waitForShutdown(config.SHUTDOWN_DEADLINE_MS);
isStopping = true;
await closeServer(server, config.SHUTDOWN_WAIT_MS);
