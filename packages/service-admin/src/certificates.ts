import { connect } from 'node:tls';
import { gauges } from '@trust/service-kit/observability/meter';

/** `name` is what clients call it; `host` and `port` are where it answers, such as a proxy in another network. */
export type TlsEndpoint = { name: string; host: string; port: number };

const pattern = /^([\w.-]+)(?::(\d+))?(?:@([\w.-]+):(\d+))?$/;

/** `trust.example.org`, `mail.example.org:465` or `trust.example.org@proxy:443`. Undefined if it is none. */
export function parseEndpoint(text: string): TlsEndpoint | undefined {
  const [, name, port = '443', host = name, hostPort = port] = pattern.exec(text) ?? [];
  return name && host ? { name, host, port: Number(hostPort) } : undefined;
}

const dayMs = 86_400_000;
const timeoutMs = 10_000;

/** Days with fractions until the certificate expires, negative after that. Any certificate counts. */
export async function daysLeft({ name, host, port }: TlsEndpoint, now: Date): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket = connect({ host, port, servername: name, rejectUnauthorized: false, timeout: timeoutMs });
  socket.once('secureConnect', () => resolve(socket.getPeerCertificate().valid_to));
  socket.once('error', reject).once('timeout', () => reject(new Error(`${name} does not answer.`)));
  try {
    return (new Date(await promise).getTime() - now.getTime()) / dayMs;
  } finally {
    socket.destroy();
  }
}

const units = { 'trust.certificate.days_left': '{day}', 'trust.certificate.seen': '{endpoint}' } as const;

/** Gauges of each endpoint, read at each collection. `trust.certificate.seen` is 0 for one that shows no certificate. */
export function measureCertificates(endpoints: readonly TlsEndpoint[], now: () => Date): Disposable {
  return gauges(units, async () => (await Promise.all(endpoints.map((one) => readCertificate(one, now())))).flat());
}

type Reading = { name: keyof typeof units; value: number; attributes: { endpoint: string } };

export async function readCertificate(endpoint: TlsEndpoint, now: Date): Promise<Reading[]> {
  const read = (name: keyof typeof units, value: number) => ({ name, value, attributes: { endpoint: endpoint.name } });
  const days = await daysLeft(endpoint, now).catch(() => undefined);
  if (days === undefined) return [read('trust.certificate.seen', 0)];
  return [read('trust.certificate.seen', 1), read('trust.certificate.days_left', days)];
}
