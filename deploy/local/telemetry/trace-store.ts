import { type RequestSummary, requestIdAttribute, summaryOf } from './request-summary.ts';
import type { Span } from './span.ts';

export type Bounds = { maxTraces: number; maxSpans: number; maxSpansPerTrace: number };
export const defaultBounds: Bounds = { maxTraces: 2000, maxSpans: 40_000, maxSpansPerTrace: 2000 };

/** `linked`: traces of redeliveries and redriven events, which link to this one. */
export type Trace = { traceId: string; spans: Span[]; isCut: boolean; linked: Trace[] };

type Entry = { spans: Span[]; isCut: boolean; requestIds: Set<string>; linkedBy: Set<string>; changedAt: number };

/** Recent traces, the oldest ones are dropped first. */
export class TraceStore {
  readonly #bounds: Bounds;
  /** In the order of their first span. */
  readonly #traces = new Map<string, Entry>();
  readonly #byRequest = new Map<string, string>();
  readonly #texts = new Map<string, string>();
  #spans = 0;
  #changes = 0;

  constructor(bounds: Bounds = defaultBounds) {
    this.#bounds = bounds;
  }

  add(spans: readonly Span[]): void {
    this.#changes += 1;
    for (const span of spans) this.#addSpan(this.#interned(span));
    while (this.#traces.size > this.#bounds.maxTraces || this.#spans > this.#bounds.maxSpans) this.#dropOldest();
  }

  get size(): { traces: number; spans: number } {
    return { traces: this.#traces.size, spans: this.#spans };
  }

  /** By the id of a trace or of a request. */
  find(id: string): Trace | undefined {
    const key = id.toLowerCase();
    return this.#traceOf(this.#byRequest.get(key) ?? key, new Set());
  }

  /** Newest first. `after`: only those with spans that arrived after that `cursor`. */
  requests({ after = 0, filter, limit }: RequestQuery): { requests: RequestSummary[]; cursor: number } {
    const found: RequestSummary[] = [];
    for (const { spans, changedAt } of [...this.#traces.values()].reverse()) {
      if (changedAt <= after) continue;
      const summary = summaryOf(spans);
      if (summary && filter(summary)) found.push(summary);
    }
    found.sort((a, b) => b.at - a.at);
    return { requests: found.slice(0, limit), cursor: this.#changes };
  }

  #addSpan(span: Span): void {
    const entry = this.#entryOf(span.traceId);
    entry.changedAt = this.#changes;
    if (entry.spans.length >= this.#bounds.maxSpansPerTrace) {
      entry.isCut = true;
      return;
    }
    entry.spans.push(span);
    this.#spans += 1;
    const requestId = span.attributes[requestIdAttribute];
    if (typeof requestId === 'string') {
      entry.requestIds.add(requestId);
      this.#byRequest.set(requestId, span.traceId);
    }
    for (const { traceId } of span.links) this.#entryOf(traceId).linkedBy.add(span.traceId);
  }

  /** Also for a trace that only has a link yet: its own spans may arrive later. */
  #entryOf(traceId: string): Entry {
    const known = this.#traces.get(traceId);
    if (known) return known;
    const entry: Entry = { spans: [], isCut: false, requestIds: new Set(), linkedBy: new Set(), changedAt: 0 };
    this.#traces.set(traceId, entry);
    return entry;
  }

  #traceOf(traceId: string, seen: Set<string>): Trace | undefined {
    const entry = this.#traces.get(traceId);
    if (!entry || seen.has(traceId)) return undefined;
    seen.add(traceId);
    const spans = [...entry.spans].sort((a, b) => a.start - b.start);
    const linked = [...entry.linkedBy].flatMap((id) => this.#traceOf(id, seen) ?? []);
    return { traceId, spans, isCut: entry.isCut, linked };
  }

  #dropOldest(): void {
    const [oldest] = this.#traces;
    if (!oldest) return;
    const [traceId, entry] = oldest;
    this.#traces.delete(traceId);
    this.#spans -= entry.spans.length;
    for (const id of entry.requestIds) if (this.#byRequest.get(id) === traceId) this.#byRequest.delete(id);
  }

  /** Statements repeat in every trace: one copy of each saves most of the memory. */
  #interned(span: Span): Span {
    const text = span.attributes['db.query.text'];
    if (typeof text !== 'string' || !text.startsWith(span.name)) return span;
    if (this.#texts.size > 2000) this.#texts.clear();
    const known = this.#texts.get(text) ?? text;
    this.#texts.set(known, known);
    return {
      ...span,
      name: known.slice(0, span.name.length),
      attributes: { ...span.attributes, 'db.query.text': known },
    };
  }
}

export type RequestQuery = { after?: number; filter: (request: RequestSummary) => boolean; limit: number };
