import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { isAlive } from '../supervisor/process-identity.ts';
import { readRun } from '../supervisor/run-file.ts';
import type { RequestSummary } from './request-summary.ts';
import { telemetryServer } from './serve.ts';
import { SpanFile } from './span-file.ts';
import { receiverUrl } from './telemetry.ts';
import type { Waterfall } from './waterfall.ts';

export type RequestPage = { requests: RequestSummary[]; cursor: number };

export type TelemetryReader = AsyncDisposable & {
  isLive: boolean;
  requests(query: URLSearchParams): Promise<RequestPage>;
  trace(id: string): Promise<Waterfall | undefined>;
};

export type ListOptions = {
  errors?: boolean | undefined;
  status?: string | undefined;
  slow?: string | undefined;
  route?: string | undefined;
  limit: string;
};

/** Lists `requests`. `errors` has priority over `status`. */
export function listQuery({ errors, status, slow, route, limit }: ListOptions): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ slow, route, limit, status: errors ? 'error' : status }))
    if (value !== undefined) query.set(name, value);
  return query;
}

/** Reads from the running platform, or the spans in its data folder when it is stopped. */
export async function openTelemetryStore(dataDir: string): Promise<TelemetryReader> {
  const run = readRun(dataDir);
  const isRunning = run !== undefined && isAlive(run.supervisor);
  const port = isRunning ? run.ports?.telemetry : undefined;
  if (isRunning && port === undefined)
    throw new Error(
      `The platform on ${dataDir} does not use the local receiver: OTEL_EXPORTER_OTLP_ENDPOINT or OTEL_SDK_DISABLED was set when it started.`,
    );
  if (port !== undefined) return reader(receiverUrl(port), true);
  const folder = join(dataDir, 'telemetry');
  if (!existsSync(folder))
    throw new Error(`There are no traces in ${folder}. Start the platform with \`npm start\`, or set DATA_DIR.`);
  const server = telemetryServer({ file: new SpanFile(folder) });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return reader(receiverUrl((server.address() as AddressInfo).port), false, async () => {
    server.closeAllConnections();
    server.close();
  });
}

function reader(url: string, isLive: boolean, close: () => Promise<void> = async () => {}): TelemetryReader {
  const get = async (path: string) => {
    const response = await fetch(url + path).catch((cause: unknown) => {
      throw new Error('The receiver does not answer. Its log: npm run logs -- --service telemetry', { cause });
    });
    const body = await response.json();
    if (response.status === 404) return undefined;
    if (!response.ok) throw new Error((body as { error: string }).error);
    return body;
  };
  return {
    isLive,
    requests: async (query) => (await get(`/requests?${query}`)) as RequestPage,
    trace: async (id) => (await get(`/traces/${encodeURIComponent(id)}`)) as Waterfall | undefined,
    [Symbol.asyncDispose]: close,
  };
}
