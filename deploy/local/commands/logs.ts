import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { dataDirFromEnvironment } from '../data-dir.ts';
import { formatEntry, type Level, type LogEntry, levels } from '../logs/log-entry.ts';
import { LogFile } from '../logs/log-file.ts';
import { parseOptions } from './parse-options.ts';

const usage = `npm run logs [-- options]   prints the logs of all services as one stream, oldest first

  --request <id>     only entries of one request: the X-Request-Id of a response
  --service <name>   only one log, for example gateway or postgres; may be repeated
  --level <level>    only this level and above: ${levels.join(', ')} (default info)
  --lines <n>        only the last n entries; an entry with an error has more than one line
                     (default 200, with --request: all)
  --full             whole stacks of errors, instead of their first 3 frames
  --follow           keep printing new entries until Ctrl-C
  --help             show this text

  DATA_DIR           the data folder of the platform (now ${dataDirFromEnvironment()})
`;

const pollMs = 300;

const seeHelp = 'See `npm run logs -- --help`.';

function readOptions() {
  return parseOptions('logs', {
    options: {
      request: { type: 'string' },
      service: { type: 'string', multiple: true },
      level: { type: 'string', default: 'info' },
      lines: { type: 'string' },
      full: { type: 'boolean' },
      follow: { type: 'boolean', short: 'f' },
      help: { type: 'boolean', short: 'h' },
    },
  }).values;
}

async function main(): Promise<void> {
  const options = readOptions();
  if (options.help) return void process.stdout.write(usage);
  const minLevel = levels.indexOf(options.level as Level);
  if (minLevel < 0) throw new Error(`Unknown level ${options.level}. Use one of: ${levels.join(', ')}.`);
  if (!/^\d+$/.test(options.lines ?? '0'))
    throw new Error(`--lines is "${options.lines}". It must be a whole number from 0 on. ${seeHelp}`);
  const maxEntries = Number(options.lines ?? (options.request ? Number.MAX_SAFE_INTEGER : 200));
  const isWanted = (entry: LogEntry) =>
    levels.indexOf(entry.level) >= minLevel && (!options.request || entry.fields.requestId === options.request);

  const files = openLogs(join(dataDirFromEnvironment(), 'logs'), options.service);
  const entries = readSorted(files).filter(isWanted);
  const maxFrames = options.full ? undefined : 3;
  print(maxEntries === 0 ? [] : entries.slice(-maxEntries), maxFrames);
  if (entries.length === 0 && options.request && !options.follow) {
    process.stderr.write(`No entry has the request id ${options.request}.\n`);
    process.exitCode = 1;
  }
  while (options.follow) {
    await delay(pollMs);
    print(readSorted(files).filter(isWanted), maxFrames);
  }
}

function openLogs(logDir: string, names: string[] | undefined): LogFile[] {
  const all = globSync('*.log', { cwd: logDir });
  if (all.length === 0) throw new Error(`There are no logs in ${logDir}. Start the platform, or set DATA_DIR.`);
  const existing = all.map((file) => basename(file, '.log')).sort();
  const missing = names?.find((name) => !existing.includes(name));
  if (missing) throw new Error(`There is no log of ${missing}. There are: ${existing.join(', ')}.`);
  return (names ?? existing).map((name) => new LogFile(join(logDir, `${name}.log`)));
}

function readSorted(files: LogFile[]): LogEntry[] {
  return files.flatMap((file) => file.readEntries()).sort((a, b) => a.time - b.time);
}

function print(entries: LogEntry[], maxFrames: number | undefined): void {
  const texts = entries.map((entry) => `${formatEntry(entry, maxFrames)}\n`);
  if (texts.length > 0) process.stdout.write(texts.join(''));
}

process.stdout.on('error', () => process.exit());
process.on('SIGINT', () => process.exit(0));

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
