import { join } from 'node:path';
import { services } from '../services.ts';
import { logSize } from '../supervisor/log-tail.ts';
import { formatEntry, type LogEntry } from './log-entry.ts';
import { crashMessage, LogFile } from './log-file.ts';

const pollMs = 300;
/** Within this time the same problem of a service is printed once, with a count. */
const repeatMs = 30_000;
/** Postgres starts, recovers, shuts down, or the connection to it was lost. */
const connectionLost = /57P0[1-3]|08\d{3}|ECONNREFUSED|ECONNRESET|connection error|Connection terminated/;

/** Prints errors, failed handlers and loops, and what a service waits for, from now on. */
export function followProblems(logDir: string, print: (text: string) => void): Disposable {
  const files = [...services, 'streams']
    .map((name) => join(logDir, `${name}.log`))
    .map((file) => new LogFile(file, logSize(file)));
  const show = collapseRepeats(print);
  const timer = setInterval(() => {
    const entries = files.flatMap((file) => file.readEntries()).filter(isProblem);
    for (const entry of entries.sort((a, b) => a.time - b.time)) show(entry);
  }, pollMs);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

/** The supervisor reports a crash, which has no log line of its own. */
export function isProblem({ level, message, details }: LogEntry): boolean {
  if (message === crashMessage) return false;
  return level === 'error' || (level === 'warn' && (details.length > 0 || message.startsWith('Waiting for')));
}

export function collapseRepeats(print: (text: string) => void, now = Date.now): (entry: LogEntry) => void {
  const printed = new Map<string, { at: number; repeats: number }>();
  return (original) => {
    const entry = connectionLost.test(original.details[0] ?? '') ? waitingForPostgres(original) : original;
    const key = `${entry.service} ${entry.message} ${entry.fields.route ?? ''} ${entry.details[0] ?? ''}`;
    const last = printed.get(key);
    if (last && now() - last.at < repeatMs) {
      last.repeats += 1;
      return;
    }
    const repeats = last?.repeats ? `  (${last.repeats} more of these since)` : '';
    print(formatEntry(entry) + repeats);
    printed.set(key, { at: now(), repeats: 0 });
  };
}

function waitingForPostgres({ service, time }: LogEntry): LogEntry {
  return { service, time, level: 'warn', message: 'Waiting for Postgres', fields: {}, details: [] };
}
