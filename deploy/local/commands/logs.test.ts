import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const dataDir = mkdtempSync(join(tmpdir(), 'logs-command-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
beforeAll(() => {
  mkdirSync(join(dataDir, 'logs'));
  const write = (service: string, entries: [number, string, string, string][]) =>
    writeFileSync(
      join(dataDir, 'logs', `${service}.log`),
      entries
        .map(([time, level, msg, requestId]) => `${JSON.stringify({ time, level, service, msg, requestId })}\n`)
        .join(''),
    );
  write('gateway', [
    [1, 'info', 'request', 'a'],
    [4, 'info', 'request', 'b'],
  ]);
  write('provider', [
    [2, 'error', 'Request failed', 'a'],
    [3, 'debug', 'details', 'a'],
  ]);
});

const logs = (...args: string[]) =>
  promisify(execFile)(process.execPath, [join(import.meta.dirname, 'logs.ts'), ...args], {
    env: { ...process.env, DATA_DIR: dataDir },
  }).catch((error) => error);
const messages = ({ stdout }: { stdout: string }) =>
  stdout.match(/(?<=000Z|\.00\d )\w+ .*/g)?.map((text) => text.replace(/ +/g, ' '));

test('merges the logs of all services by time', async () => {
  expect(messages(await logs())).toEqual([
    'gateway info request requestId=a',
    'provider error Request failed requestId=a',
    'gateway info request requestId=b',
  ]);
});

test('prints 3 frames of each stack of an error, and all of them with --full', async () => {
  const frames = (name: string): string[] => [1, 2, 3, 4, 5].map((line) => `    at ${name} (file.ts:${line})`);
  const cause = { type: 'Error', message: 'down', stack: ['Error: down', ...frames('query')].join('\n') };
  const err = { type: 'Error', message: 'no', stack: ['Error: no', ...frames('handle')].join('\n'), cause };
  const entry = { time: 5, level: 'error', service: 'streams', msg: 'Failed', err };
  writeFileSync(join(dataDir, 'logs', 'streams.log'), `${JSON.stringify(entry)}\n`);
  try {
    const short = (await logs('--lines', '1')).stdout.trimEnd().split('\n').slice(1);
    expect(short.map((line: string) => line.trim())).toEqual([
      ...['Error: no', ...frames('handle').slice(0, 3), '… 2 more frames'].map((line) => line.trim()),
      ...['Cause: Error: down', ...frames('query').slice(0, 3), '… 2 more frames'].map((line) => line.trim()),
    ]);
    const { stdout } = await logs('--lines', '1', '--full');
    expect(stdout.match(/ at /g)).toHaveLength(10);
    expect(stdout).not.toContain('more frames');
  } finally {
    rmSync(join(dataDir, 'logs', 'streams.log'));
  }
});

test.each([
  [['--request', 'a'], 2],
  [['--request', 'a', '--level', 'debug'], 3],
  [['--level', 'warn'], 1],
  [['--service', 'gateway'], 2],
  [['--lines', '1'], 1],
])('%j prints %i entries', async (args, count) => {
  expect(messages(await logs(...args))).toHaveLength(count);
});

test.each([
  [['--request', 'none'], 'No entry has the request id none.'],
  [['--level', 'loud'], 'Unknown level loud. Use one of: debug, info, warn, error.'],
  [['--service', 'gatway'], 'There is no log of gatway. There are: gateway, provider.'],
  [['--lines', 'x'], '--lines is "x". It must be a whole number from 0 on. See `npm run logs -- --help`.'],
  [['--lines=-3'], '--lines is "-3". It must be a whole number from 0 on. See `npm run logs -- --help`.'],
  [['--lines', '-3'], "Option '--lines' argument is missing. See `npm run logs -- --help`."],
  [['--lines'], "Option '--lines <value>' argument missing. See `npm run logs -- --help`."],
  [['--line', '3'], "Unknown option '--line'. See `npm run logs -- --help`."],
  [['gateway'], "Unexpected argument 'gateway'. See `npm run logs -- --help`."],
])('%j fails: %s', async (args, message) => {
  expect(await logs(...args)).toMatchObject({ code: 1, stderr: `${message}\n` });
});
