import {
  type Attributes,
  type Context,
  context,
  createContextKey,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';

export { SpanKind };

type SpanOptions = {
  name: string;
  kind: SpanKind;
  attributes?: Attributes;
  /** Headers of traces to link to; the span then starts a new trace. */
  linkTo?: Record<string, unknown>[];
  /** It lasts as long as its bytes flow. */
  isStream?: boolean;
};

const streamKey = createContextKey('trust.stream');
export const isOfStream = (parent: Context): boolean => parent.getValue(streamKey) === true;

/** Whether spans are exported. Without it `traceparent` is still passed on. */
export let isExporting = false;

/** Called by `@trust/telemetry`, which registers the SDK. */
export function setExporting(value: boolean): void {
  isExporting = value;
}

export function startSpan({ name, kind, attributes = {}, linkTo, isStream }: SpanOptions): Span | undefined {
  if (!isExporting || (kind === SpanKind.CLIENT && !trace.getActiveSpan()?.isRecording())) return undefined;
  const links = linkTo?.flatMap((headers) => {
    const linked = trace.getSpanContext(traceContext(headers));
    return linked ? [{ context: linked }] : [];
  });
  const options = { kind, attributes, ...(links && { root: true, links }) };
  const parent = isStream ? context.active().setValue(streamKey, true) : context.active();
  return trace.getTracer('@trust/service-kit').startSpan(name, options, parent);
}

export const runIn = <Result>(span: Span, work: () => Result): Result =>
  context.with(trace.setSpan(context.active(), span), work);

/** By hand: auto-instrumentation costs ten times as much (docs/architecture.md 44). */
export function withSpan<Result>(options: SpanOptions, work: () => Result): Result {
  const span = startSpan(options);
  if (!span) return work();
  const fail = (error: { code?: string; name?: string } | undefined) => {
    // Never the message, which can quote values (promise P3).
    span
      .setStatus({ code: SpanStatusCode.ERROR })
      .setAttribute('error.type', String(error?.code ?? error?.name))
      .end();
  };
  try {
    const result = runIn(span, work);
    if (result instanceof Promise) result.then(() => span.end(), fail);
    else span.end();
    return result;
  } catch (error) {
    fail(error as Error);
    throw error;
  }
}

export function traceHeaders(): Record<string, string> {
  const headers: Record<string, string> = {};
  propagation.inject(context.active(), headers);
  return headers;
}

export function continueTrace<Result>(headers: Record<string, unknown>, work: () => Result): Result {
  return headers.traceparent === undefined ? work() : context.with(traceContext(headers), work);
}

/** The first attempt continues the trace of its causes (event headers) if they share one; others link to it. */
export function withConsumerSpan<Result>(
  { causes, isFirst, ...own }: Omit<SpanOptions, 'kind'> & { causes: Record<string, unknown>[]; isFirst: boolean },
  work: () => Result,
): Result {
  const [first = {}, ...more] = causes;
  const isContinued = isFirst && more.every((cause) => traceIdOf(cause) === traceIdOf(first));
  const span = { ...own, kind: SpanKind.CONSUMER, ...(!isContinued && { linkTo: causes }) };
  return continueTrace(isContinued ? first : {}, () => withSpan(span, work));
}

export function traceIdOf(headers: Record<string, unknown>): string | undefined {
  return trace.getSpanContext(traceContext(headers))?.traceId;
}

function traceContext(headers: Record<string, unknown>): Context {
  return propagation.extract(context.active(), headers);
}
