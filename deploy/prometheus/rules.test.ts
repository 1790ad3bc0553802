import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sharedResource } from '@trust/service-testing/shared-resource';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { repositoryRoot } from '../local/environment.ts';
import { dashboardExpressions, metricsIn, rulesOf } from './expressions.ts';
import { streamedRoutes } from './recording-rules.ts';

const alerts = rulesOf('alerts.yaml');
const names = [...new Set(alerts.map(({ alert = '' }) => alert))].sort();
const read = (path: string) => readFileSync(join(repositoryRoot, path), 'utf8');

test('the recording rules equal what their source generates', () => {
  const { status, stderr } = spawnSync(process.execPath, ['deploy/grafana/generate.ts', '--check'], {
    cwd: repositoryRoot,
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

test('each alert names its runbook, and each runbook belongs to an alert', () => {
  const runbooks = readdirSync(join(repositoryRoot, 'docs/runbooks')).filter((file) => file !== 'README.md');
  expect(runbooks.sort()).toEqual(names.map((name) => `${name}.md`));
  for (const { alert, annotations, labels } of alerts) {
    expect(annotations?.runbook).toBe(`docs/runbooks/${alert}.md`);
    expect(alert === 'Watchdog' ? ['none'] : ['page', 'ticket']).toContain(labels.severity);
  }
  const index = read('docs/runbooks/README.md');
  for (const name of names) {
    const headings = [...read(`docs/runbooks/${name}.md`).matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
    expect([name, ...headings]).toEqual([name, 'Recognise', 'Check', 'Act', 'Verify']);
    expect(index).toContain(`(${name}.md)`);
  }
});

test('runbooks name only commands that exist', () => {
  const { scripts } = JSON.parse(read('package.json'));
  const texts = names.map((name) => ({ name, text: read(`docs/runbooks/${name}.md`) }));
  const commands = texts.flatMap(({ name, text }) =>
    [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, script = '']) => ({ name, script })),
  );
  const mentions = texts.flatMap(({ text }) => [...text.matchAll(/\bnpm\b/g)]);
  expect(mentions.length).toBeGreaterThan(0);
  expect(commands).toHaveLength(mentions.length);
  expect(commands.filter(({ script }) => !(script in scripts))).toEqual([]);
});

test('a test of rules says for each alert when it fires and when it is silent', () => {
  type Check = { expr: string; exp_samples: unknown[] };
  const { tests } = parse(read('deploy/prometheus/alerts.test.yaml')) as { tests: { promql_expr_test: Check[] }[] };
  const checks = tests.flatMap(({ promql_expr_test }) => promql_expr_test);
  const of = (isFiring: boolean) =>
    [
      ...new Set(
        checks
          .filter(({ exp_samples }) => exp_samples.length > 0 === isFiring)
          .map(({ expr }) => /alertname="(\w+)"/.exec(expr)?.[1]),
      ),
    ].sort();
  expect(of(true)).toEqual(names);
  expect(of(false)).toEqual(names.filter((name) => name !== 'Watchdog'));
});

/** Prometheus, node_exporter, the collector and postgres_exporter 0.17.1 measure these. */
const foreign =
  /^(up|ALERTS|target_info|node_filesystem_(avail|size)_bytes|traces_span_metrics_duration_seconds_bucket)$|^pg_(stat_archiver_(archived|failed)_count|stat_activity_(count|max_tx_duration)|stat_database_tup_inserted|stat_replication_pg_wal_lsn_diff|replication_slots_pg_wal_lsn_diff|settings_(max_connections|archive_timeout_seconds))$/;

test('each metric of a dashboard, rule or alert is measured by the source or recorded by a rule', () => {
  const sources = ['packages', 'services'].flatMap((folder) =>
    readdirSync(join(repositoryRoot, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\/src\/.*\.ts$/.test(path) && !path.includes('node_modules') && !path.endsWith('.test.ts'))
      .map((path) => read(`${folder}/${path}`)),
  );
  const measured = sources.flatMap((text) =>
    [...text.matchAll(/'((?:trust|http|db|process|nodejs)\.[a-z0-9_.]+)'/g)].map(([, name = '']) =>
      name.replaceAll('.', '_'),
    ),
  );
  const recorded = rulesOf('recording-rules.yaml').map(({ record }) => record);
  const isKnown = (name: string) =>
    foreign.test(name) ||
    recorded.includes(name) ||
    measured.some(
      (one) =>
        name.startsWith(one) && /^(_(seconds|bytes|ratio|total|count|sum|bucket))*$/.test(name.slice(one.length)),
    );
  const rules = [...rulesOf('recording-rules.yaml'), ...alerts].map(({ record, alert, expr }) => ({
    place: record ?? alert ?? '',
    expr,
  }));
  const unknown = [...rules, ...dashboardExpressions()].flatMap(({ place, expr }) =>
    metricsIn(expr)
      .filter((name) => !isKnown(name))
      .map((name) => `${place}: ${name}`),
  );
  expect(unknown).toEqual([]);
});

test('the latency objective leaves out exactly the operations that stream', () => {
  type Operation = { 'x-streams'?: boolean };
  const { paths } = JSON.parse(read('packages/contracts/openapi.json')) as {
    paths: Record<string, Record<string, Operation>>;
  };
  const streaming = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) =>
      operation['x-streams'] ? [`${method.toUpperCase()} ${path}`] : [],
    ),
  );
  expect([...streamedRoutes].sort()).toEqual(streaming.sort());
});

test('promtool accepts the rules and the configuration', async () => {
  const { promtool } = await sharedResource<Record<'promtool', string>>('prometheus');
  const files = ['recording-rules.yaml', 'alerts.yaml'].map((file) => join(import.meta.dirname, file));
  for (const args of [
    ['check', 'rules', '--lint-fatal', ...files],
    ['check', 'config', '--syntax-only', join(import.meta.dirname, 'prometheus.yml')],
  ]) {
    const { status, stderr, stdout } = spawnSync(promtool, args, { encoding: 'utf8' });
    expect({ status, stderr, stdout }).toMatchObject({ status: 0 });
  }
});
