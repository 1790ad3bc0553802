import { type Attributes, type BatchObservableCallback, type Meter, metrics } from '@opentelemetry/api';
import type { IMetricReader } from '@opentelemetry/sdk-metrics';

/** Attributes are templates, classes and names of ours only: never an id, an address or a text that somebody sent (promise P3). */
function measuresOf(meter: Meter) {
  return {
    /** Seconds from the first byte of a request to the last of its answer, by the template of its route and the class of its status. */
    duration: meter.createHistogram('http.server.request.duration', {
      unit: 's',
      advice: { explicitBucketBoundaries: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] },
    }),
    inFlight: meter.createUpDownCounter('http.server.active_requests', { unit: '{request}' }),
    /** Refused before any work, because there was no room (promise L3). */
    shed: meter.createCounter('trust.requests.shed', { unit: '{request}' }),
    /** By the name of the limit. */
    rateLimited: meter.createCounter('trust.requests.rate_limited', { unit: '{request}' }),
    /** What somebody has to look at, by its name. */
    alarms: meter.createCounter('trust.alarms', { unit: '{alarm}' }),
  };
}

const ourMeter = () => metrics.getMeter('@trust/service-kit');
let measures = measuresOf(ourMeter());

/** The counters of this process. Where nothing is exported they do nothing. */
export function instruments(): ReturnType<typeof measuresOf> {
  return measures;
}

/** Notes a request that was answered; `route` is `GET /api/v1/things/{id}`. */
export function recordRequest(route: string, status: number, milliseconds: number): void {
  measures.duration.record(milliseconds / 1000, {
    'http.route': route,
    'http.status_class': `${Math.floor(status / 100)}xx`,
  });
}

type Reading<Name extends string> = { name: Name; value: number; attributes?: Attributes };

/** Gauges, by name with their unit, that are read together whenever metrics are collected; a reading that fails is left out. */
export function gauges<Name extends string>(
  units: Record<Name, string>,
  read: () => Promise<Reading<Name>[]>,
): Disposable {
  const meter = ourMeter();
  const made = Object.entries<string>(units).map(
    ([name, unit]) => [name, meter.createObservableGauge(name, { unit })] as const,
  );
  const byName = new Map<string, (typeof made)[number][1]>(made);
  const all = [...byName.values()];
  const observe: BatchObservableCallback = async (result) => {
    for (const { name, value, attributes } of await read().catch(() => [])) {
      const gauge = byName.get(name);
      if (gauge) result.observe(gauge, value, attributes);
    }
  };
  meter.addBatchObservableCallback(observe, all);
  return { [Symbol.dispose]: () => meter.removeBatchObservableCallback(observe, all) };
}

/**
 * Exports metrics over OTLP where `OTEL_EXPORTER_OTLP_ENDPOINT` is set, unless `OTEL_METRICS_EXPORTER` is `none`. `readers` let a test
 * look at them. The SDK is loaded only when used: it costs several MiB of resident memory.
 */
export async function startMetrics(service: string, readers: IMetricReader[] = []): Promise<AsyncDisposable> {
  const isExported = process.env.OTEL_EXPORTER_OTLP_ENDPOINT && process.env.OTEL_METRICS_EXPORTER !== 'none';
  if (!isExported && readers.length === 0) return { [Symbol.asyncDispose]: async () => {} };
  const [{ MeterProvider, PeriodicExportingMetricReader }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/sdk-metrics'),
    import('@opentelemetry/resources'),
  ]);
  const all = [...readers];
  if (isExported) {
    const { OTLPMetricExporter } = await import('@opentelemetry/exporter-metrics-otlp-http');
    // The reader itself looks at no environment.
    const exportIntervalMillis = Number(process.env.OTEL_METRIC_EXPORT_INTERVAL ?? 60_000);
    all.push(new PeriodicExportingMetricReader({ exporter: new OTLPMetricExporter(), exportIntervalMillis }));
  }
  const provider = new MeterProvider({ resource: resourceFromAttributes({ 'service.name': service }), readers: all });
  metrics.setGlobalMeterProvider(provider);
  measures = measuresOf(ourMeter());
  return {
    async [Symbol.asyncDispose]() {
      await provider.shutdown();
      metrics.disable();
      measures = measuresOf(ourMeter());
    },
  };
}
