import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { formatEntry, type LogEntry, parseEntry } from './log-entry.ts';
import { LogFile } from './log-file.ts';
import { collapseRepeats, isProblem } from './problem-log.ts';

const folder = mkdtempSync(join(tmpdir(), 'logs-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const time = Date.parse('2026-11-21T08:00:00.123Z');
const line = (fields: object) =>
  JSON.stringify({ level: 'info', time, service: 'provider', msg: 'request', ...fields });

test.each([
  ['a service', line({ status: 200 }), '08:00:00.123 provider     info  request  status=200'],
  [
    'Postgres',
    '2026-11-21 08:00:00.123 UTC [17] provider ERROR:  relation "x" does not exist',
    '08:00:00.123 provider     error relation "x" does not exist  database=provider',
  ],
  [
    'NATS',
    '[17] 2026/11/21 08:00:00.123456 [WRN] Publish Violation',
    '08:00:00.123 provider     warn  Publish Violation',
  ],
])('formats a line of %s', (_source, text, expected) => {
  const entry = parseEntry('provider', text);
  expect(entry && formatEntry({ ...entry, time })).toBe(expected);
});

test('shows message, table, stack and cause of a database error', () => {
  const cause = { type: 'Error', message: 'no disk', stack: 'Error: no disk\n    at disk (b.ts:1:2)' };
  const err = {
    type: 'error',
    code: '23502',
    message: 'null value in column "x"',
    table: 'provider',
    stack: 'error: null value in column "x"\n    at handler (a.ts:1:2)',
    cause,
  };
  const entry = parseEntry('provider', line({ level: 'error', requestId: 'r1', err }));
  expect(entry?.fields).toEqual({ requestId: 'r1' });
  expect(entry?.details).toEqual([
    'error 23502: null value in column "x"',
    'table: provider',
    '    at handler (a.ts:1:2)',
    'Cause: Error: no disk',
    '    at disk (b.ts:1:2)',
  ]);
});

test('a log file is read entry by entry, and then only what was appended', () => {
  const file = join(folder, 'identity.log');
  writeFileSync(file, `${line({ msg: 'one' })}\n${line({ msg: 'two' }).slice(0, 20)}`);
  const log = new LogFile(file);
  expect(log.readEntries().map(({ message }) => message)).toEqual(['one']);
  appendFileSync(
    file,
    `${line({ msg: 'two' }).slice(20)}\nfile:///src/main.ts:12\n  throw\nError: no\n${line({ msg: 'last' })}\n`,
  );
  expect(log.readEntries()).toMatchObject([
    { message: 'two' },
    { message: 'Process crashed', level: 'error', time, details: ['file:///src/main.ts:12', '  throw', 'Error: no'] },
    { message: 'last' },
  ]);
  expect(log.readEntries()).toEqual([]);
});

const entry = (change: Partial<LogEntry>): LogEntry => ({
  service: 'provider',
  time,
  level: 'info',
  message: 'request',
  fields: {},
  details: [],
  ...change,
});

test.each([
  ['an error', { level: 'error' }, true],
  ['a warning with an error', { level: 'warn', details: ['Error: no'] }, true],
  ['a service that waits', { level: 'warn', message: 'Waiting for NATS' }, true],
  ['another warning', { level: 'warn', message: 'The scanner detects the EICAR test file only' }, false],
  ['a request', {}, false],
  ['a crash, which the supervisor reports', { level: 'error', message: 'Process crashed' }, false],
] as const)('the terminal shows %s: %j, %j', (_what, change, expected) => {
  expect(isProblem(entry(change as Partial<LogEntry>))).toBe(expected);
});

test('the terminal shows a repeated problem once in 30 s, with the number of repetitions', () => {
  const printed: string[] = [];
  let now = 0;
  const show = collapseRepeats(
    (text) => printed.push(text.slice(31)),
    () => now,
  );
  const problem = entry({ level: 'error', message: 'Request failed' });
  for (const at of [0, 1000, 2000, 31_000]) {
    now = at;
    show(problem);
  }
  show(entry({ level: 'error', message: 'Another' }));
  expect(printed).toEqual([' Request failed', ' Request failed  (2 more of these since)', ' Another']);
});

test('the terminal shows one line for a service whose loops all lose Postgres', () => {
  const printed: string[] = [];
  const show = collapseRepeats((text) => printed.push(text.slice(13)));
  for (const [message, error] of [
    ['Stream check failed', 'error 57P03'],
    ['Relay restarts', 'Error: Client has encountered a connection error and is not queryable'],
  ] as const)
    show(entry({ level: 'warn', message, details: [error, '    at connect (a.ts:1:2)'] }));
  expect(printed).toEqual(['provider     warn  Waiting for Postgres']);
});
