import type { Span } from './span.ts';

export const requestIdAttribute = 'trust.request.id';
export const statusAttribute = 'http.response.status_code';

/** A request, or work that no request caused: then `requestId` and `status` are missing. */
export type RequestSummary = {
  traceId: string;
  requestId?: string;
  /** Milliseconds since 1970. */
  at: number;
  /** `GET /api/v1/things/{id}`, or the name of the first span. */
  name: string;
  service: string;
  status?: number;
  /** Milliseconds until the response. */
  ms: number;
  /** Milliseconds until the last consumer has finished. */
  totalMs: number;
  services: string[];
  spans: number;
  /** Spans that failed, in any service. */
  errors: number;
};

export function summaryOf(spans: readonly Span[]): RequestSummary | undefined {
  const first = firstSpan(spans);
  if (!first) return undefined;
  const requestId = first.attributes[requestIdAttribute];
  const status = first.attributes[statusAttribute];
  return {
    traceId: first.traceId,
    ...(typeof requestId === 'string' && { requestId }),
    at: first.start,
    name: first.name,
    service: first.service,
    ...(typeof status === 'number' && { status }),
    ms: first.duration,
    totalMs: Math.max(...spans.map(({ start, duration }) => start + duration)) - first.start,
    services: [...new Set(spans.map(({ service }) => service))],
    spans: spans.length,
    errors: spans.filter(({ isError }) => isError).length,
  };
}

/** Processes report at different times, so the span that began the trace may be missing. */
function firstSpan(spans: readonly Span[]): Span | undefined {
  const byStart = (a: Span, b: Span) => (a.start <= b.start ? a : b);
  const root = spans.find(({ parentId }) => parentId === undefined);
  return root ?? (spans.length > 0 ? spans.reduce(byStart) : undefined);
}

export type RequestFilter = {
  /** `error`, a class such as `5xx`, or a status. */
  status?: string | undefined;
  /** A part of the route. */
  route?: string | undefined;
  /** Milliseconds: only requests that took at least so long. */
  slow?: number | undefined;
  /** Also work that no request caused. */
  all?: boolean | undefined;
};

/** Throws for a status that is none of the three kinds. */
export function requestFilter({ status, route, slow = 0, all }: RequestFilter): (request: RequestSummary) => boolean {
  if (status !== undefined && !/^(error|[1-5]xx|[1-5]\d\d)$/.test(status))
    throw new Error(`status is "${status}". Use error, a class such as 5xx, or a status such as 404.`);
  if (!Number.isFinite(slow) || slow < 0) throw new Error('slow is not a number of milliseconds.');
  const wanted = route?.toLowerCase();
  return (request) =>
    (all || request.requestId !== undefined) &&
    hasStatus(request, status) &&
    (wanted === undefined || request.name.toLowerCase().includes(wanted)) &&
    request.ms >= slow;
}

function hasStatus({ status = 0, errors }: RequestSummary, wanted: string | undefined): boolean {
  if (wanted === undefined) return true;
  if (wanted === 'error') return status >= 400 || errors > 0;
  return wanted.endsWith('xx') ? String(status)[0] === wanted[0] : String(status) === wanted;
}
