import { request } from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';
import type { Stack } from './stack.ts';

/** Resolves to nothing: Caddy signs for it itself (deploy/test/compose.override.yaml). */
export const tlsHost = 'trust.localhost';
const uploadsHost = 'uploads.localhost';

/** Of the parts around the services: the proxy, and what watches the machine. */
export const partsChecks: Record<string, (stack: Stack) => Promise<string[]>> = {
  'the TLS proxy serves the gateway and the object store by their names, and no other name': async (stack) => {
    const port = Number((await stack.compose('port', 'tls', '443')).trim().split(':').at(-1));
    const [api, store, other] = [
      await statusOf(port, tlsHost, '/api/v1/public/categories'),
      await statusOf(port, uploadsHost, '/'),
      await statusOf(port, 'other.localhost', '/'),
    ];
    return [
      ...(api === 200 ? [] : [`the API answers ${api}`]),
      // SeaweedFS refuses who signed nothing; Swift finds nothing. The gateway has a page there.
      ...(store === 403 || store === 404 ? [] : [`the object store answers ${store}`]),
      ...(other === 'no certificate' ? [] : [`another name answers ${other}`]),
    ];
  },
  'Prometheus reads the machine, Postgres and NATS, and Alertmanager gets Watchdog': async (stack) => {
    for (let waited = 0; ; waited += 5000) {
      const missing = await missingFrom(stack);
      if (missing.length === 0 || waited > 180_000) return missing;
      await delay(5000);
    }
  },
};

async function missingFrom(stack: Stack): Promise<string[]> {
  const wanted = ['node_filesystem_avail_bytes', 'pg_up == 1', 'trust_nats_up == 1'];
  const script = `const ask = (url) => fetch(url).then((answer) => answer.json()).catch(() => ({}));
    const missing = [];
    for (const query of ${JSON.stringify(wanted)}) {
      const { data } = await ask('http://127.0.0.1:9090/api/v1/query?query=' + encodeURIComponent(query));
      if (!data?.result?.length) missing.push(query);
    }
    const alerts = await ask('http://alertmanager:9093/api/v2/alerts');
    if (!Array.isArray(alerts) || !alerts.some(({ labels }) => labels.alertname === 'Watchdog')) missing.push('Watchdog');
    console.log(JSON.stringify(missing));`;
  return JSON.parse(await stack.node('prometheus', script));
}

function statusOf(port: number, host: string, path: string): Promise<number | string> {
  return new Promise((resolve) => {
    const options = { port, path, host: '127.0.0.1', servername: host, headers: { host }, rejectUnauthorized: false };
    request(options, (answer) => resolve(answer.resume().statusCode ?? 0))
      .on('error', () => resolve('no certificate'))
      .end();
  });
}
