import { type Context, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api';
import { hrTimeToMilliseconds } from '@opentelemetry/core';
import type { ReadableSpan, Span, SpanProcessor } from '@opentelemetry/sdk-trace';
import { isOfStream } from './telemetry.ts';

type Options = {
  /** A request that took longer is exported. */
  slowMs: number;
  /** Of all requests together; the oldest request loses its spans first. */
  maxSpans?: number;
  maxSpansPerRequest?: number;
  /** Spans of a request that has not ended by then are dropped. */
  maxAgeMs?: number;
};

/** What one process does for a request, an event, a delivery or a scan. `root` has no parent in this process. */
type Work = { root: ReadableSpan; since: number; isStream: boolean; isKept: boolean; spans: ReadableSpan[] };

/**
 * Decides at the end of a request whether its spans are exported: if it was sampled, failed, or was slow. Until then
 * it holds the spans that were recorded but not sampled. Work that no request caused is exported if it failed.
 *
 * Each service decides about its own spans. They share the id of the trace, so a request that fails at the gateway
 * because a service failed is one trace. A service on the way that was quick and succeeded is missing in it, and the
 * spans below have a parent that was never exported. Streams are slow by nature: only a failed one is exported.
 */
export class TailSampling implements SpanProcessor {
  readonly #exported: SpanProcessor;
  readonly #options: Required<Options>;
  readonly #works = new WeakMap<object, Work>();
  /** Oldest first. */
  readonly #open = new Set<Work>();
  readonly #expiry: NodeJS.Timeout;
  #held = 0;

  constructor(exported: SpanProcessor, options: Options) {
    this.#exported = exported;
    this.#options = { maxSpans: 5000, maxSpansPerRequest: 200, maxAgeMs: 60_000, ...options };
    this.#expiry = setInterval(() => this.#dropOld(), this.#options.maxAgeMs / 4).unref();
  }

  /** Counts open requests too. */
  get held(): number {
    return this.#held;
  }

  onStart(span: Span, parentContext: Context): void {
    this.#exported.onStart(span, parentContext);
    if (isSampled(span)) return;
    const parent = trace.getSpan(parentContext);
    const known = parent && this.#works.get(parent);
    const work = known ?? openWork(span, isOfStream(parentContext));
    this.#works.set(span, work);
    if (known) return;
    this.#open.add(work);
    this.#held += 1;
    this.#dropBeyondBound();
  }

  onEnd(span: ReadableSpan): void {
    const work = this.#works.get(span);
    if (!work) this.#exported.onEnd(span);
    else if (work.root === span) this.#decide(work);
    else if (work.isKept) this.#exported.onEnd(asSampled(span));
    else if (this.#open.has(work) && work.spans.length < this.#options.maxSpansPerRequest) {
      work.spans.push(span);
      this.#held += 1;
      this.#dropBeyondBound();
    }
  }

  forceFlush(): Promise<void> {
    return this.#exported.forceFlush();
  }

  shutdown(): Promise<void> {
    clearInterval(this.#expiry);
    for (const work of this.#open) this.#drop(work);
    return this.#exported.shutdown();
  }

  #decide(work: Work): void {
    const { root, spans, isStream } = work;
    const isSlow = root.kind === SpanKind.SERVER && !isStream && msOf(root) > this.#options.slowMs;
    work.isKept = isSlow || root.status.code === SpanStatusCode.ERROR;
    this.#drop(work);
    if (work.isKept) for (const span of [...spans, root]) this.#exported.onEnd(asSampled(span));
  }

  #dropBeyondBound(): void {
    for (const oldest of this.#open) {
      if (this.#held <= this.#options.maxSpans) return;
      this.#drop(oldest);
    }
  }

  #dropOld(): void {
    const until = performance.now() - this.#options.maxAgeMs;
    for (const work of this.#open) {
      if (work.since > until) return;
      this.#drop(work);
    }
  }

  /** Its root is still exported if it fails or is slow. */
  #drop(work: Work): void {
    if (!this.#open.delete(work)) return;
    this.#held -= 1 + work.spans.length;
    work.spans = [];
  }
}

const openWork = (root: ReadableSpan, isStream: boolean): Work => ({
  root,
  isStream,
  since: performance.now(),
  isKept: false,
  spans: [],
});
const msOf = (span: ReadableSpan) => hrTimeToMilliseconds(span.duration);
const isSampled = (span: { spanContext: ReadableSpan['spanContext'] }) =>
  (span.spanContext().traceFlags & TraceFlags.SAMPLED) !== 0;

/** Exporting processors leave out spans without the flag. */
function asSampled(span: ReadableSpan): ReadableSpan {
  const spanContext = { ...span.spanContext(), traceFlags: TraceFlags.SAMPLED };
  return Object.create(span, { spanContext: { value: () => spanContext } });
}
