import {
  type Attributes,
  type BatchObservableCallback,
  type Meter,
  metrics,
  type ObservableGauge,
} from '@opentelemetry/api';
import type { IMetricReader } from '@opentelemetry/sdk-metrics';

/** Route templates, classes and names only: no ids or user input (promise P3). */
function measuresOf(meter: Meter) {
  return {
    /** Seconds, by route template and status class. */
    duration: meter.createHistogram('http.server.request.duration', {
      unit: 's',
      advice: { explicitBucketBoundaries: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] },
    }),
    inFlight: meter.createUpDownCounter('http.server.active_requests', { unit: '{request}' }),
    /** Requests refused for overload (promise L3). */
    shed: meter.createCounter('trust.requests.shed', { unit: '{request}' }),
    rateLimited: meter.createCounter('trust.requests.rate_limited', { unit: '{request}' }),
    alarms: meter.createCounter('trust.alarms', { unit: '{alarm}' }),
    /** Seconds from the commit of the change to the consumer's commit. */
    eventDelay: meter.createHistogram('trust.event.delay', {
      unit: 's',
      advice: { explicitBucketBoundaries: [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 3600] },
    }),
  };
}

export const ourMeter = () => metrics.getMeter('@trust/service-kit');
let measures = measuresOf(ourMeter());

export function instruments(): ReturnType<typeof measuresOf> {
  return measures;
}

/** `route` is `GET /api/v1/things/{id}`. */
export function recordRequest(route: string, status: number, milliseconds: number): void {
  measures.duration.record(milliseconds / 1000, {
    'http.route': route,
    'http.status_class': `${Math.floor(status / 100)}xx`,
  });
}

type Reading<Name extends string> = { name: Name; value: number; attributes?: Attributes };

/** Registers gauges (name: unit) that `read` fills at each collection; a failed read is skipped. */
export function gauges<Name extends string>(
  units: Record<Name, string>,
  read: () => Promise<Reading<Name>[]>,
): Disposable {
  const meter = ourMeter();
  const byName = new Map<string, ObservableGauge>();
  for (const [name, unit] of Object.entries<string>(units))
    byName.set(name, meter.createObservableGauge(name, { unit }));
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

/** Exports over OTLP if configured. Loads the SDK only then: it costs several MiB. */
export async function startMetrics(service: string, readers: IMetricReader[] = []): Promise<AsyncDisposable> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_METRICS_EXPORTER: exporter } = process.env;
  const isExported = Boolean(endpoint) && exporter !== 'none';
  if (!isExported && readers.length === 0) return { [Symbol.asyncDispose]: async () => {} };
  const { openMeterProvider } = await import('./meter-provider.ts');
  const provider = openMeterProvider(service, readers, isExported);
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
