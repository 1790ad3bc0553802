import type { Attributes } from '../span.ts';
import type { Exemplar, Metric, Sample } from './metric-store.ts';

const unitNames: Record<string, string> = {
  s: 'seconds',
  ms: 'milliseconds',
  By: 'bytes',
  '1': 'ratio',
  '%': 'percent',
};

/** The name that the collector's Prometheus exporter gives, without `_total`. */
export function prometheusName({ name, unit, type }: Pick<Metric, 'name' | 'unit' | 'type'>): string {
  const plain = name.replace(/[^a-zA-Z0-9_:]+/g, '_').replace(/^(\d)/, '_$1');
  // `ratio` is for gauges only, and `{event}` is an annotation, not a unit.
  const suffix = unit === '1' && type !== 'gauge' ? undefined : unitNames[unit];
  const base = type === 'counter' ? plain.replace(/_total$/, '') : plain;
  return suffix === undefined || base.endsWith(`_${suffix}`) ? base : `${base}_${suffix}`;
}

export type TextFormat = 'prometheus' | 'openmetrics';

/** Exemplars and `# EOF` only in OpenMetrics. */
export function prometheusText(metrics: readonly Metric[], format: TextFormat): string {
  const families = Map.groupBy(metrics, prometheusName);
  const texts = [...families].sort().map(([name, members]) => {
    const [first] = members;
    if (!first) return '';
    const family = first.type === 'counter' && format === 'prometheus' ? `${name}_total` : name;
    // A second type under one name would be refused by the scraper.
    const alike = members.filter(({ type }) => type === first.type);
    const lines = alike.flatMap((metric) => metric.samples.flatMap((sample) => linesOf(name, metric, sample, format)));
    return `# HELP ${family} ${escapeHelp(first.description)}\n# TYPE ${family} ${first.type}\n${lines.join('\n')}\n`;
  });
  return `${targetInfo(metrics)}${texts.join('')}${format === 'openmetrics' ? '# EOF\n' : ''}`;
}

function linesOf(name: string, metric: Metric, sample: Sample, format: TextFormat): string[] {
  const labels = { ...processLabels(metric.resource), otel_scope_name: metric.scope, ...sample.attributes };
  if (sample.kind === 'number')
    return [`${name}${metric.type === 'counter' ? '_total' : ''}${labelText(labels)} ${numberText(sample.value)}`];
  const { bounds, counts, exemplars = [] } = sample;
  let total = 0;
  const buckets = counts.map((count, index) => {
    total += count;
    const bound = bounds[index];
    const le = bound === undefined ? '+Inf' : numberText(bound);
    const exemplar = format === 'openmetrics' ? exemplarText(exemplars[index]) : '';
    return `${name}_bucket${labelText({ ...labels, le })} ${total}${exemplar}`;
  });
  return [
    ...buckets,
    `${name}_sum${labelText(labels)} ${numberText(sample.sum)}`,
    `${name}_count${labelText(labels)} ${sample.count}`,
  ];
}

function targetInfo(metrics: readonly Metric[]): string {
  const resources = new Map(metrics.map(({ resource }) => [JSON.stringify(resource), resource]));
  const lines = [...resources.values()].map((resource) => {
    const { 'service.name': _name, 'service.instance.id': _instance, ...others } = resource;
    return `target_info${labelText({ ...processLabels(resource), ...others })} 1\n`;
  });
  return lines.length === 0 ? '' : `# HELP target_info \n# TYPE target_info gauge\n${[...new Set(lines)].join('')}`;
}

function processLabels(resource: Attributes): Attributes {
  const instance = resource['service.instance.id'];
  return { job: resource['service.name'] ?? 'unknown', ...(instance !== undefined && { instance }) };
}

function exemplarText(exemplar: Exemplar | undefined): string {
  if (!exemplar) return '';
  const { traceId: trace_id, spanId: span_id, value, at } = exemplar;
  return ` # ${labelText({ trace_id, span_id })} ${numberText(value)} ${at.toFixed(3)}`;
}

function labelText(labels: Attributes): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${labelName(name)}="${escapeLabel(String(value))}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

const labelName = (name: string) => name.replace(/[^a-zA-Z0-9_]/g, '_').replace(/^(\d)/, 'key_$1');
const escapeLabel = (value: string) => value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"');
const escapeHelp = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');

function numberText(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf';
  return String(value);
}
