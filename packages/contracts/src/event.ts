import { z } from 'zod';

/** Ids are unique within a service, across aggregates: event sequence numbers count per id. */
export type Aggregate<Payload = unknown> = { readonly name: string; readonly idOf: (payload: Payload) => string };

/** A released event never changes incompatibly: add a `.v2`. */
export type EventType<Payload extends z.ZodType = z.ZodType> = {
  /** `<service>.<thing>.<happened>.v<n>`: the CloudEvents type. */
  readonly type: string;
  readonly summary: string;
  readonly payload: Payload;
  /** Events of one aggregate are applied in commit order (promise E3); events without one are not ordered. */
  readonly aggregate?: Aggregate<z.output<Payload>>;
  /** Kept for at most ten minutes and published once. */
  readonly isShortLived?: true;
};

export type PayloadOf<E extends EventType> = z.output<E['payload']>;

/** Payloads are strict: publishing an undeclared field is an error (promise E9). */
export function event<Shape extends z.ZodRawShape>(
  type: string,
  summary: string,
  shape: Shape,
  aggregate?: Aggregate<z.output<z.ZodObject<Shape, z.core.$strict>>>,
): EventType<z.ZodObject<Shape, z.core.$strict>> {
  return { type, summary, payload: z.strictObject(shape), ...(aggregate && { aggregate }) };
}

/**
 * The outcome of parsing a payload that was received. Fields that a newer release of the publisher has added are
 * ignored (spec, Versioning); any other fault is an error.
 */
export function parseReceived(type: EventType, payload: unknown): z.ZodSafeParseResult<unknown> {
  const parsed = type.payload.safeParse(payload);
  if (parsed.success) return parsed;
  const known = structuredClone(payload);
  for (const issue of parsed.error.issues) {
    if (issue.code !== 'unrecognized_keys') continue;
    let holder = known as Record<PropertyKey, unknown>;
    for (const key of issue.path) holder = holder[key] as Record<PropertyKey, unknown>;
    for (const key of issue.keys) delete holder[key];
  }
  return type.payload.safeParse(known);
}

/** The state that `type` announces, as `<service>.<thing>.snapshot.v1` with the same payload (ADR 0065). */
export function snapshotOf<Payload extends z.ZodType>(type: EventType<Payload>): EventType<Payload> {
  const summary = `Current state, announced again for consumers without the earlier events. Same payload as: ${type.summary}`;
  return { ...type, type: type.type.replace(/\.[^.]+\.v\d+$/, '.snapshot.v1'), summary };
}

/** A consumer may begin an aggregate with it. */
export function isSnapshot(type: string): boolean {
  return /\.snapshot\.v\d+$/.test(type);
}

/** Example: `aggregate('claim', ({ claimId }) => claimId)`. */
export function aggregate<Payload>(name: string, idOf: (payload: Payload) => string): Aggregate<Payload> {
  return { name, idOf };
}

/** Content such as sealed one-time codes is short-lived: unordered, in a stream with a maximum age. */
export function shortLived<Payload extends z.ZodType>(type: EventType<Payload>): EventType<Payload> {
  if (type.aggregate)
    throw new Error(
      `${type.type} has an aggregate: deleting its events would leave gaps in the sequence. Remove the aggregate.`,
    );
  return { ...type, isShortLived: true };
}

export const shortLivedSeconds = 10 * 60;

/** The publishing service: the first segment of a type or subject. */
export function publisherOf(typeOrSubject: string): string {
  return typeOrSubject.slice(0, typeOrSubject.indexOf('.'));
}

const shortLivedAggregate = 'short-lived';

type EventAddress = { type: string; aggregate?: { name: string } | undefined; isShortLived?: boolean };

/** All events of an aggregate share it, so a consumer of one type sees every sequence number. */
export function aggregateOf({ type, aggregate: sequenced, isShortLived }: EventAddress): string {
  if (isShortLived) return shortLivedAggregate;
  return sequenced?.name ?? type.split('.', 2)[1] ?? '';
}

/** `<service>.<aggregate>.<rest of the type>`: `provider.provider.service.selected.v1`. */
export function subjectOf(type: string, aggregateName: string): string {
  const publisher = publisherOf(type);
  return `${publisher}.${aggregateName}${type.slice(publisher.length)}`;
}

export function typeOf(subject: string): string {
  const [publisher, , ...rest] = subject.split('.');
  return [publisher, ...rest].join('.');
}

export function subjectsOf(publisher: string, aggregateName: string): string {
  return `${publisher}.${aggregateName}.>`;
}

/** JetStream stream names cannot contain dots. */
export function streamOf(service: string): string {
  return service.toUpperCase();
}

export function shortLivedStreamOf(service: string): string {
  return `${streamOf(service)}_SHORT_LIVED`;
}

export function isShortLivedSubject(subject: string): boolean {
  return subject.split('.', 2)[1] === shortLivedAggregate;
}

export function streamOfAggregate(service: string, aggregateName: string): string {
  return aggregateName === shortLivedAggregate ? shortLivedStreamOf(service) : streamOf(service);
}
