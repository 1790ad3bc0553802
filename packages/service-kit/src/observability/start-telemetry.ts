import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import type { SpanProcessor } from '@opentelemetry/sdk-trace';
import { startMetrics } from './meter.ts';
import { setExporting } from './telemetry.ts';

type Options = { slowMs?: number; processors?: SpanProcessor[] };

/** Exports over OTLP if OTEL_EXPORTER_OTLP_ENDPOINT is set. Always propagates W3C headers. */
export async function startTelemetry(
  service: string,
  { slowMs = 1000, processors = [] }: Options = {},
): Promise<AsyncDisposable> {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  const started = new AsyncDisposableStack();
  started.use(await startMetrics(service));
  const isExported = Boolean(process.env.OTEL_EXPORTER_OTLP_ENDPOINT);
  if (!isExported && processors.length === 0) return started;

  const provider = await tracerProvider(service, processors, isExported ? slowMs : undefined);
  trace.setGlobalTracerProvider(provider);
  setExporting(true);
  started.defer(async () => {
    await provider.shutdown();
    trace.disable();
    setExporting(false);
  });
  return started;
}

/** Loaded on use: the SDK costs ten MiB of memory. Exports only with `slowMs`. */
async function tracerProvider(service: string, processors: SpanProcessor[], slowMs: number | undefined) {
  const [sdk, { resourceOf }] = await Promise.all([import('@opentelemetry/sdk-trace'), import('./resource.ts')]);
  const spanProcessors = [...processors];
  if (slowMs !== undefined) {
    const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
    const { TailSampling } = await import('./tail-sampling.ts');
    const exporting = new sdk.BatchSpanProcessor({ exporter: new OTLPTraceExporter() });
    spanProcessors.push(new TailSampling(exporting, { slowMs }));
  }
  const share = Number(process.env.OTEL_TRACES_SAMPLER_ARG ?? 1);
  const sampler = new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(share) });
  return new sdk.TracerProvider({
    resource: resourceOf(service),
    spanProcessors,
    // Records for TailSampling what is not sampled.
    sampler: share > 0 ? sdk.createAlwaysRecordSampler(sampler) : sampler,
  });
}
