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
