import { type RequestSummary, statusAttribute, summaryOf } from './request-summary.ts';
import type { Attributes, Span, SpanKind } from './span.ts';
import type { Trace } from './trace-store.ts';

export type WaterfallRow = {
  traceId: string;
  spanId: string;
  depth: number;
  service: string;
  name: string;
  kind: SpanKind;
  /** Milliseconds after the first span; negative if the clocks of two machines differ. */
  offset: number;
  ms: number;
  isError: boolean;
  /** HTTP status, or the kind of the error. */
  status?: string;
  /** A consumer's milliseconds since the event was sent: outbox, relay, NATS and its queue. */
  waited?: number;
  /** A redelivery or a redriven event: the first span of a trace that links to the row above. */
  isLinked: boolean;
  attributes: Attributes;
};

export type Waterfall = { summary: RequestSummary; rows: WaterfallRow[]; isCut: boolean };

/** In the order of a waterfall: each span before its children, siblings by their start. */
export function waterfallOf(trace: Trace): Waterfall | undefined {
  const summary = summaryOf(trace.spans) ?? (trace.linked[0] && summaryOf(trace.linked[0].spans));
  if (!summary) return undefined;
  const rows: WaterfallRow[] = [];
  addTrace(trace, { rows, start: summary.at, depth: 0, isLinked: false });
  const totalMs = Math.max(...rows.map(({ offset, ms }) => offset + ms));
  return { summary: { ...summary, totalMs }, rows, isCut: trace.isCut };
}

type Place = { rows: WaterfallRow[]; start: number; depth: number; isLinked: boolean };

function addTrace({ spans, linked }: Trace, { rows, start, depth, isLinked }: Place): void {
  const ids = new Set(spans.map(({ spanId }) => spanId));
  const children = Map.groupBy(spans, ({ parentId }) => (parentId && ids.has(parentId) ? parentId : ''));
  const links = Map.groupBy(
    linked,
    ({ spans: [first] }) => first?.links.find(({ spanId }) => ids.has(spanId))?.spanId ?? '',
  );
  const add = (span: Span, parent: Span | undefined, level: number, marked: boolean) => {
    rows.push(rowOf(span, parent, { start, depth: level, isLinked: marked }));
    for (const child of children.get(span.spanId) ?? []) add(child, span, level + 1, false);
    for (const one of links.get(span.spanId) ?? []) addTrace(one, { rows, start, depth: level + 1, isLinked: true });
  };
  for (const root of children.get('') ?? []) add(root, undefined, depth, isLinked);
  for (const one of links.get('') ?? []) addTrace(one, { rows, start, depth: depth + 1, isLinked: true });
}

function rowOf(
  span: Span,
  parent: Span | undefined,
  { start, depth, isLinked }: { start: number; depth: number; isLinked: boolean },
): WaterfallRow {
  const { service, name, kind, duration: ms, isError, attributes } = span;
  const status = attributes[statusAttribute] ?? attributes['error.type'];
  const isHop = kind === 'consumer' && parent?.kind === 'producer';
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    depth,
    service,
    name,
    kind,
    offset: span.start - start,
    ms,
    isError,
    ...(status !== undefined && { status: String(status) }),
    ...(isHop && { waited: span.start - parent.start - parent.duration }),
    isLinked,
    attributes,
  };
}
