import {
  type Attributes,
  type Context,
  context,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import type { SpanProcessor } from '@opentelemetry/sdk-trace';
import { startMetrics } from '@trust/service-metrics/meter';

export { SpanKind };

type SpanOptions = {
  name: string;
  kind: SpanKind;
  attributes?: Attributes;
  /** Headers of traces to link to; the span then starts a new trace. */
  linkTo?: Record<string, unknown>[];
};

/** Whether spans are exported. Without it `traceparent` is still passed on. */
let isExporting = false;

/** By hand: auto-instrumentation costs ten times as much (`performance.md` rule 4). */
export function withSpan<Result>({ name, kind, attributes, linkTo }: SpanOptions, work: () => Result): Result {
  if (!isExporting || (kind === SpanKind.CLIENT && !trace.getActiveSpan()?.isRecording())) return work();
  const links = linkTo?.flatMap((headers) => {
    const linked = trace.getSpanContext(traceContext(headers));
    return linked ? [{ context: linked }] : [];
  });
  const options = {
    kind,
    ...(attributes && { attributes }),
    ...(links && { root: true, links }),
  };
  return trace.getTracer('@trust/service-kit').startActiveSpan(name, options, (span) => {
    const failed = (error: unknown) => {
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    };
    try {
      const result = work();
      if (result instanceof Promise) return result.catch(failed).finally(() => span.end()) as Result;
      span.end();
      return result;
    } catch (error) {
      span.end();
      return failed(error);
    }
  });
}

export function traceHeaders(): Record<string, string> {
  const headers: Record<string, string> = {};
  propagation.inject(context.active(), headers);
  return headers;
}

export function continueTrace<Result>(headers: Record<string, unknown>, work: () => Result): Result {
  return headers.traceparent === undefined ? work() : context.with(traceContext(headers), work);
}

export function traceIdOf(headers: Record<string, unknown>): string | undefined {
  return trace.getSpanContext(traceContext(headers))?.traceId;
}

function traceContext(headers: Record<string, unknown>): Context {
  return propagation.extract(context.active(), headers);
}

/** Exports over OTLP if OTEL_EXPORTER_OTLP_ENDPOINT is set. Always propagates W3C headers. */
export async function startTelemetry(service: string, processors: SpanProcessor[] = []): Promise<AsyncDisposable> {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  const started = new AsyncDisposableStack();
  started.use(await startMetrics(service));
  const isExported = Boolean(process.env.OTEL_EXPORTER_OTLP_ENDPOINT);
  if (!isExported && processors.length === 0) return started;

  const provider = await tracerProvider(service, processors, isExported);
  trace.setGlobalTracerProvider(provider);
  isExporting = true;
  started.defer(async () => {
    await provider.shutdown();
    trace.disable();
    isExporting = false;
  });
  return started;
}

/** Loaded on use: the SDK costs ten MiB of memory. */
async function tracerProvider(service: string, processors: SpanProcessor[], isExported: boolean) {
  const [sdk, { resourceOf }] = await Promise.all([
    import('@opentelemetry/sdk-trace'),
    import('@trust/service-metrics/resource'),
  ]);
  const spanProcessors = [...processors];
  if (isExported) {
    const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
    spanProcessors.push(new sdk.BatchSpanProcessor({ exporter: new OTLPTraceExporter() }));
  }
  return new sdk.TracerProvider({
    resource: resourceOf(service),
    spanProcessors,
    sampler: new sdk.ParentBasedSampler({
      root: new sdk.TraceIdRatioBasedSampler(Number(process.env.OTEL_TRACES_SAMPLER_ARG ?? 1)),
    }),
  });
}
