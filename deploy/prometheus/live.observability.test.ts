import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sharedResource } from '@trust/service-testing/shared-resource';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { Client, eventually } from '../../demo/client.ts';
import { runJourney } from '../../demo/journey.ts';
import { operatorSessions } from '../../demo/steps/sign-in.ts';
import { type Platform, startPlatform } from '../../test/platform.ts';
import { freePort } from '../local/ports.ts';
import { readRun } from '../local/supervisor/run-file.ts';
import { dashboardExpressions, metricsIn, rulesOf } from './expressions.ts';

type Tools = Record<'prometheus' | 'prometheus-node-exporter', string>;
type Answer = { status: string; error?: string; data: { result: unknown[]; groups: { rules: LiveRule[] }[] } };
type LiveRule = { name: string; health: string; lastError?: string };

const own = new AsyncDisposableStack();
let platform: Platform;
let tools: Tools;
let url: string;

beforeAll(async () => {
  tools = await sharedResource<Tools>('prometheus');
  platform = own.use(
    await startPlatform({
      OTEL_SDK_DISABLED: 'false',
      OTEL_METRIC_EXPORT_INTERVAL: '2000',
      OTEL_RESOURCE_ATTRIBUTES: 'service.version=tested',
    }),
  );
  url = await startPrometheus(readRun(platform.dataDir)?.ports?.telemetry ?? 0);
  const client = new Client(platform.url, () => {}, { retryMs: 30_000 });
  await runJourney({
    client,
    operator: operatorSessions(client),
    step: (_number, _title, run) => run(),
    note: () => {},
  });
}, 300_000);
afterAll(() => own.disposeAsync());

/** Scrapes the platform's receiver and node_exporter with the rules of a deployment. */
async function startPrometheus(receiver: number): Promise<string> {
  const [port, nodePort] = [await freePort(), await freePort()];
  const folder = mkdtempSync('/var/tmp/trust-prometheus-');
  own.defer(() => rmSync(folder, { recursive: true, force: true }));
  const config = parse(readFileSync(join(import.meta.dirname, 'prometheus.yml'), 'utf8'));
  const [services, nodes] = config.scrape_configs;
  config.scrape_configs = [services, nodes];
  delete config.alerting;
  services.static_configs[0].targets = [`127.0.0.1:${receiver}`];
  delete nodes.file_sd_configs;
  nodes.static_configs = [{ targets: [`127.0.0.1:${nodePort}`] }];
  config.global = { scrape_interval: '2s', evaluation_interval: '5s' };
  config.rule_files = config.rule_files.map((file: string) => join(folder, file));
  for (const file of ['recording-rules.yaml', 'alerts.yaml']) {
    const rules = parse(readFileSync(join(import.meta.dirname, file), 'utf8'));
    for (const group of rules.groups) group.interval = '5s';
    writeFileSync(join(folder, file), stringify(rules));
  }
  writeFileSync(join(folder, 'prometheus.yml'), stringify(config));
  start(tools['prometheus-node-exporter'], [`--web.listen-address=127.0.0.1:${nodePort}`]);
  start(tools.prometheus, [
    `--config.file=${join(folder, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
    '--enable-feature=exemplar-storage',
  ]);
  return `http://127.0.0.1:${port}`;
}

function start(file: string, args: string[]): void {
  const child = spawn(file, args, { stdio: 'ignore' });
  const closed = new Promise((resolve) => child.once('close', resolve));
  own.defer(async () => {
    child.kill('SIGTERM');
    await closed;
  });
}

async function ask(path: string, parameters: Record<string, string> = {}): Promise<Answer | undefined> {
  const response = await fetch(`${url}/api/v1/${path}?${new URLSearchParams(parameters)}`).catch(() => undefined);
  return response && ((await response.json()) as Answer);
}

const catalog = () => `${platform.url}/api/v1/public/categories`;

/** A service that does not run makes the gateway respond 503. */
async function failRequests(): Promise<void> {
  platform.kill('provider');
  await eventually('a request fails', async () => {
    const { status } = await fetch(catalog());
    return status >= 500 ? true : undefined;
  });
}

/** No data without overload, rate limits, alarms, backfills or a second deployment. */
const mayBeEmpty = new Set([
  'trust_requests_shed_total',
  'trust_requests_rate_limited_total',
  'trust_alarms_total',
  'trust_backfill_rows_left',
]);

/** The platform of this test has no postgres_exporter, no bucket of backups and no TLS. */
const ofDeployments = /^(pg|trust_backup|trust_certificate)_/;

test('a real Prometheus evaluates every panel with data from a running platform', async () => {
  const open = new Map(dashboardExpressions().map((expression) => [expression.expr, expression.place]));
  for (const [expr, place] of open)
    if (
      metricsIn(expr).some((name) => mayBeEmpty.has(name) || ofDeployments.test(name)) ||
      place.endsWith(': Deployments')
    ) {
      await eventually(place, async () =>
        (await ask('query', { query: expr }))?.status === 'success' ? true : undefined,
      );
      open.delete(expr);
    }
  await failRequests();
  await eventually(
    'every panel has data',
    async () => {
      await fetch(catalog()).catch(() => undefined);
      for (const [expr, place] of open) {
        const answer = await ask('query', { query: expr });
        if (answer?.status === 'error') throw new Error(`${place}: ${answer.error}`);
        if (answer && answer.data.result.length > 0) open.delete(expr);
      }
      return open.size === 0 ? true : undefined;
    },
    80_000,
  ).catch((error) => {
    throw new Error(`Without data: ${[...open].map(([expr, place]) => `${place}: ${expr}`).join('\n')}`, {
      cause: error,
    });
  });
});

test('a real Prometheus evaluates every rule, and each metric of an alert exists', async () => {
  const rules = await eventually('all rules are evaluated', async () => {
    const found = (await ask('rules'))?.data.groups.flatMap((group) => group.rules) ?? [];
    return found.length > 0 && found.every(({ health }) => health !== 'unknown') ? found : undefined;
  });
  expect(rules.filter(({ health }) => health !== 'ok')).toEqual([]);
  const wanted = [
    ...new Set([...rulesOf('recording-rules.yaml'), ...rulesOf('alerts.yaml')].flatMap(({ expr }) => metricsIn(expr))),
  ];
  const missing: string[] = [];
  for (const name of wanted.filter((one) => !ofDeployments.test(one)))
    if (!mayBeEmpty.has(name) && (await ask('query', { query: name }))?.data.result.length === 0) missing.push(name);
  expect(missing).toEqual([]);
});
