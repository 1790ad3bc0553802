export type AttributeValue = string | number | boolean;
export type Attributes = Record<string, AttributeValue>;

const kinds = ['internal', 'internal', 'server', 'client', 'producer', 'consumer'] as const;
export type SpanKind = (typeof kinds)[number];

export type SpanLink = { traceId: string; spanId: string };

export type Span = SpanLink & {
  parentId: string | undefined;
  service: string;
  name: string;
  kind: SpanKind;
  /** Milliseconds since 1970, with fractions. */
  start: number;
  /** Milliseconds. */
  duration: number;
  isError: boolean;
  attributes: Attributes;
  links: SpanLink[];
};

type OtlpValue = { stringValue?: string; intValue?: string | number; doubleValue?: number; boolValue?: boolean };
export type OtlpAttributes = { key: string; value: OtlpValue }[];
export type OtlpResource = { attributes?: OtlpAttributes };

type OtlpSpan = SpanLink & {
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes?: OtlpAttributes;
  links?: SpanLink[];
  status?: { code?: number };
};

export type OtlpTraces = {
  resourceSpans?: { resource?: OtlpResource; scopeSpans?: { spans?: OtlpSpan[] }[] }[];
};

const errorStatus = 2;

/** Throws if the body is not an ExportTraceServiceRequest in OTLP/JSON. */
export function spansOf({ resourceSpans = [] }: OtlpTraces): Span[] {
  return resourceSpans.flatMap(({ resource, scopeSpans = [] }) => {
    const service = String(attributesOf(resource?.attributes)['service.name'] ?? 'unknown');
    return scopeSpans.flatMap(({ spans = [] }) => spans.map((span) => spanOf(service, span)));
  });
}

function spanOf(service: string, span: OtlpSpan): Span {
  const start = BigInt(span.startTimeUnixNano);
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    parentId: span.parentSpanId || undefined,
    service,
    name: span.name,
    kind: kinds[span.kind] ?? 'internal',
    start: Number(start) / 1e6,
    duration: Number(BigInt(span.endTimeUnixNano) - start) / 1e6,
    isError: span.status?.code === errorStatus,
    attributes: attributesOf(span.attributes),
    links: (span.links ?? []).map(({ traceId, spanId }) => ({ traceId, spanId })),
  };
}

/** Arrays and maps are left out: the platform sends none. */
export function attributesOf(attributes: OtlpAttributes = []): Attributes {
  const entries = attributes.flatMap(({ key, value }): [string, AttributeValue][] => {
    const { stringValue, intValue, doubleValue, boolValue } = value;
    const read = stringValue ?? doubleValue ?? boolValue ?? (intValue === undefined ? undefined : Number(intValue));
    return read === undefined ? [] : [[key, read]];
  });
  return Object.fromEntries(entries);
}
