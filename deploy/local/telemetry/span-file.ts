import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Span } from './span.ts';

const maxBytes = 8 * 1024 * 1024;

/** Spans as lines of JSON in two files: the older one is replaced when the newer one is full. */
export class SpanFile {
  readonly #file: string;
  readonly #older: string;
  readonly #maxBytes: number;
  #bytes: number;

  constructor(folder: string, limit: number = maxBytes) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#file = join(folder, 'spans.jsonl');
    this.#older = join(folder, 'spans.older.jsonl');
    this.#maxBytes = limit;
    this.#bytes = existsSync(this.#file) ? statSync(this.#file).size : 0;
  }

  append(spans: readonly Span[]): void {
    const lines = spans.map((span) => `${JSON.stringify(span)}\n`).join('');
    const bytes = Buffer.byteLength(lines);
    if (this.#bytes > 0 && this.#bytes + bytes > this.#maxBytes) {
      renameSync(this.#file, this.#older);
      this.#bytes = 0;
    }
    appendFileSync(this.#file, lines, { mode: 0o600 });
    this.#bytes += bytes;
  }

  /** Oldest first. A line that a killed process left incomplete is skipped. */
  read(): Span[] {
    return [this.#older, this.#file].flatMap((file) => (existsSync(file) ? readSpans(file) : []));
  }
}

function readSpans(file: string): Span[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as Span];
      } catch {
        return [];
      }
    });
}
