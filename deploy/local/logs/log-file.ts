import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { basename } from 'node:path';
import { isCrashLocation } from '../supervisor/log-tail.ts';
import { type LogEntry, parseEntry } from './log-entry.ts';

export const crashMessage = 'Process crashed';

export class LogFile {
  readonly #file: string;
  readonly #service: string;
  #offset: number;
  #rest = Buffer.alloc(0);
  #lastTime = Date.now();

  constructor(file: string, offset = 0) {
    this.#file = file;
    this.#service = basename(file, '.log');
    this.#offset = offset;
  }

  readEntries(): LogEntry[] {
    const entries: LogEntry[] = [];
    for (const line of this.#readLines()) {
      const entry = parseEntry(this.#service, line) ?? this.#crashEntry(line);
      if (entry) {
        entries.push(entry);
        this.#lastTime = entry.time;
      } else {
        entries.at(-1)?.details.push(line);
      }
    }
    return entries;
  }

  /** Node begins its report of a crash with file:line, without a time. */
  #crashEntry(line: string): LogEntry | undefined {
    if (!isCrashLocation(line)) return undefined;
    const fields = { service: this.#service, time: this.#lastTime, level: 'error', message: crashMessage } as const;
    return { ...fields, fields: {}, details: [line] };
  }

  #readLines(): string[] {
    if (!existsSync(this.#file)) return [];
    const file = openSync(this.#file, 'r');
    try {
      const { size } = fstatSync(file);
      // The file was replaced by a shorter one, as after `npm start -- --reset`.
      if (size < this.#offset) this.#offset = 0;
      const chunk = Buffer.alloc(size - this.#offset);
      this.#offset += readSync(file, chunk, 0, chunk.length, this.#offset);
      const text = Buffer.concat([this.#rest, chunk]);
      const end = text.lastIndexOf('\n') + 1;
      this.#rest = Buffer.from(text.subarray(end));
      return end === 0 ? [] : text.toString('utf8', 0, end - 1).split('\n');
    } finally {
      closeSync(file);
    }
  }
}
