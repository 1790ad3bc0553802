import { type Attributes, attributesOf, type OtlpAttributes, type OtlpResource } from '../span.ts';

type NumberPoint = { attributes?: OtlpAttributes; asInt?: string | number; asDouble?: number };
type HistogramPoint = {
  attributes?: OtlpAttributes;
  count: string | number;
  sum?: number;
  bucketCounts: (string | number)[];
  explicitBounds: number[];
};
type Points<Point> = { dataPoints?: Point[]; aggregationTemporality?: number; isMonotonic?: boolean };
type OtlpMetric = {
  name: string;
  description?: string;
  unit?: string;
  gauge?: Points<NumberPoint>;
  sum?: Points<NumberPoint>;
  histogram?: Points<HistogramPoint>;
};

export type OtlpMetrics = {
  resourceMetrics?: {
    resource?: OtlpResource;
    scopeMetrics?: { scope?: { name?: string }; metrics?: OtlpMetric[] }[];
  }[];
};

/** `traceId` and `value` of one measurement in the bucket; `at` in seconds since 1970. */
export type Exemplar = { traceId: string; spanId: string; value: number; at: number };

export type Sample =
  | { kind: 'number'; attributes: Attributes; value: number }
  | {
      kind: 'histogram';
      attributes: Attributes;
      count: number;
      sum: number;
      bounds: number[];
      /** One more than bounds; not cumulative. */
      counts: number[];
      exemplars?: (Exemplar | undefined)[];
    };

export type Metric = {
  /** Attributes of the process: `service.name`, `service.instance.id`, … */
  resource: Attributes;
  scope: string;
  name: string;
  description: string;
  unit: string;
  type: 'gauge' | 'counter' | 'histogram';
  samples: Sample[];
};

const cumulative = 2;
/** The Prometheus exporter of the collector forgets a metric after the same time. */
const expiryMs = 5 * 60_000;

/** The last reported state of each metric of each process. */
export class MetricStore {
  readonly #metrics = new Map<string, { metric: Metric; at: number }>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Throws for delta temporality, which needs state that a restart would lose. */
  add({ resourceMetrics = [] }: OtlpMetrics): void {
    for (const { resource, scopeMetrics = [] } of resourceMetrics) {
      const attributes = attributesOf(resource?.attributes);
      for (const { scope, metrics = [] } of scopeMetrics)
        for (const metric of metrics) this.set(metricOf(metric, attributes, scope?.name ?? ''));
    }
  }

  set(metric: Metric): void {
    const { resource, scope, name } = metric;
    const key = JSON.stringify([resource['service.name'], resource['service.instance.id'], scope, name]);
    this.#metrics.set(key, { metric, at: this.#now() });
  }

  all(): Metric[] {
    const oldest = this.#now() - expiryMs;
    for (const [key, { at }] of this.#metrics) if (at < oldest) this.#metrics.delete(key);
    return [...this.#metrics.values()].map(({ metric }) => metric);
  }
}

function metricOf(metric: OtlpMetric, resource: Attributes, scope: string): Metric {
  const { name, description = '', unit = '', gauge, sum, histogram } = metric;
  const isDelta = [sum, histogram].some((one) => one && one.aggregationTemporality !== cumulative);
  if (isDelta) throw new Error(`${name} has delta temporality. Send cumulative metrics.`);
  const numbers = (gauge ?? sum)?.dataPoints ?? [];
  const samples = [...numbers.map(numberSample), ...(histogram?.dataPoints ?? []).map(histogramSample)];
  const type = histogram ? 'histogram' : sum?.isMonotonic ? 'counter' : 'gauge';
  return { resource, scope, name, description, unit, type, samples };
}

function numberSample({ attributes, asInt, asDouble }: NumberPoint): Sample {
  return { kind: 'number', attributes: attributesOf(attributes), value: asDouble ?? Number(asInt) };
}

function histogramSample(point: HistogramPoint): Sample {
  return {
    kind: 'histogram',
    attributes: attributesOf(point.attributes),
    count: Number(point.count),
    sum: point.sum ?? 0,
    bounds: point.explicitBounds,
    counts: point.bucketCounts.map(Number),
  };
}
