import { statusAttribute } from '../request-summary.ts';
import type { Span } from '../span.ts';
import type { Exemplar, Metric, Sample } from './metric-store.ts';

const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const maxSeries = 2000;

type Histogram = Extract<Sample, { kind: 'histogram' }>;

/**
 * Durations of requests and event handlers with a trace id as exemplar per bucket, under the names
 * of the collector's spanmetrics connector. The SDK for JavaScript records no exemplars (ADR 0053).
 */
export class SpanMetrics {
  readonly #series = new Map<string, { service: string; sample: Histogram }>();

  add(spans: readonly Span[]): void {
    for (const span of spans) if (span.kind === 'server' || span.kind === 'consumer') this.#count(span);
  }

  metrics(): Metric[] {
    const services = Map.groupBy(this.#series.values(), ({ service }) => service);
    return [...services].flatMap(([service, series]): Metric[] => {
      const own = { resource: { 'service.name': service }, scope: 'spanmetricsconnector' };
      const samples = series.map(({ sample }) => sample);
      const calls = samples.map(({ attributes, count }) => ({ kind: 'number' as const, attributes, value: count }));
      return [
        { ...own, name: 'traces.span.metrics.duration', description: '', unit: 's', type: 'histogram', samples },
        { ...own, name: 'traces.span.metrics.calls', description: '', unit: '', type: 'counter', samples: calls },
      ];
    });
  }

  #count(span: Span): void {
    const { service, name, kind, isError, attributes, duration, start } = span;
    const status = attributes[statusAttribute];
    const labels = {
      'service.name': service,
      'span.name': name,
      'span.kind': `SPAN_KIND_${kind.toUpperCase()}`,
      'status.code': isError ? 'STATUS_CODE_ERROR' : 'STATUS_CODE_UNSET',
      ...(status !== undefined && { [statusAttribute]: status }),
    };
    const key = JSON.stringify(Object.values(labels));
    const known = this.#series.get(key);
    if (!known && this.#series.size >= maxSeries) return;
    const { sample } = known ?? { sample: emptyHistogram(labels) };
    if (!known) this.#series.set(key, { service, sample });
    const seconds = duration / 1000;
    const bucket = bounds.findIndex((bound) => seconds <= bound);
    const index = bucket < 0 ? bounds.length : bucket;
    sample.count += 1;
    sample.sum += seconds;
    sample.counts[index] = (sample.counts[index] ?? 0) + 1;
    const exemplar: Exemplar = {
      traceId: span.traceId,
      spanId: span.spanId,
      value: seconds,
      at: (start + duration) / 1000,
    };
    sample.exemplars = (sample.exemplars ?? []).with(index, exemplar);
  }
}

function emptyHistogram(attributes: Sample['attributes']): Histogram {
  const counts = Array.from({ length: bounds.length + 1 }, () => 0);
  const exemplars = counts.map(() => undefined);
  return { kind: 'histogram', attributes, count: 0, sum: 0, bounds, counts, exemplars };
}
