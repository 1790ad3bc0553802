import { z } from 'zod';

/**
 * The things to which facts of one kind belong: `name` is the same for all of them, `idOf` tells them apart. An id is unique within
 * its service, whatever the aggregate: the sequence numbers of events are counted by it.
 */
export type Aggregate<Payload = unknown> = { readonly name: string; readonly idOf: (payload: Payload) => string };

/** A fact that one service publishes and others may consume. Declared once, here in contracts; never changed, only followed by a `.v2`. */
export type EventType<Payload extends z.ZodType = z.ZodType> = {
  /** `<service>.<thing>.<happened>.v<n>`: the CloudEvents type. */
  readonly type: string;
  readonly summary: string;
  readonly payload: Payload;
  /**
   * Which aggregate the fact belongs to. Events of one aggregate are applied in the order they were committed (promise E3).
   * Without it the event stands alone: it is de-duplicated, but not ordered.
   */
  readonly aggregate?: Aggregate<z.output<Payload>>;
  /** It is kept for ten minutes at most, and published once. */
  readonly isShortLived?: true;
};

export type PayloadOf<E extends EventType> = z.output<E['payload']>;

/**
 * Declares an event type. `type` starts with the publishing service, which is also its stream.
 * The payload is strict: an undeclared field is a programming error, not something to publish (promise E9).
 */
export function event<Shape extends z.ZodRawShape>(
  type: string,
  summary: string,
  shape: Shape,
  aggregate?: Aggregate<z.output<z.ZodObject<Shape, z.core.$strict>>>,
): EventType<z.ZodObject<Shape, z.core.$strict>> {
  return { type, summary, payload: z.strictObject(shape), ...(aggregate && { aggregate }) };
}

/** The aggregate `name`, whose id in a payload is what `idOf` returns: `aggregate('claim', ({ claimId }) => claimId)`. */
export function aggregate<Payload>(name: string, idOf: (payload: Payload) => string): Aggregate<Payload> {
  return { name, idOf };
}

/**
 * Makes an event type short-lived, for content that nobody may find later, such as a sealed one-time code. Its events stand alone.
 * They have a stream of their own with a maximum age; they leave the outbox once they are acknowledged or too old, and are never
 * published again.
 */
export function shortLived<Payload extends z.ZodType>(type: EventType<Payload>): EventType<Payload> {
  if (type.aggregate)
    throw new Error(`${type.type} has an aggregate: its sequence would have gaps once it is deleted.`);
  return { ...type, isShortLived: true };
}

/** Seconds for which a short-lived event is kept. */
export const shortLivedSeconds = 10 * 60;

/** The service that publishes an event: the first word of its type and of its subject. */
export function publisherOf(typeOrSubject: string): string {
  return typeOrSubject.slice(0, typeOrSubject.indexOf('.'));
}

const shortLivedAggregate = 'short-lived';

type Addressed = { type: string; aggregate?: { name: string } | undefined; isShortLived?: boolean };

/**
 * The aggregate by which subscribers select an event. All events of a sequenced aggregate have the same one, so that a subscriber of one
 * type sees every number of the sequence. An event that stands alone goes by the second word of its type, a short-lived one by `short-lived`.
 */
export function aggregateOf({ type, aggregate: sequenced, isShortLived }: Addressed): string {
  if (isShortLived) return shortLivedAggregate;
  return sequenced?.name ?? type.split('.', 2)[1] ?? '';
}

/** The NATS subject of an event, `<service>.<aggregate>.<rest of the type>`: `provider.provider.service.selected.v1`. */
export function subjectOf(type: string, aggregateName: string): string {
  const publisher = publisherOf(type);
  return `${publisher}.${aggregateName}${type.slice(publisher.length)}`;
}

/** The event type that a NATS subject is of: the subject without its aggregate. */
export function typeOf(subject: string): string {
  const [publisher, , ...rest] = subject.split('.');
  return [publisher, ...rest].join('.');
}

/** The subjects of all events of an aggregate. */
export function subjectsOf(publisher: string, aggregateName: string): string {
  return `${publisher}.${aggregateName}.>`;
}

/** JetStream's stream of a service. Stream names may not hold dots, so the service's name alone, in capitals. */
export function streamOf(service: string): string {
  return service.toUpperCase();
}

/** The stream of a service's short-lived events. */
export function shortLivedStreamOf(service: string): string {
  return `${streamOf(service)}_SHORT_LIVED`;
}

/** Whether a NATS subject is of a short-lived event. */
export function isShortLivedSubject(subject: string): boolean {
  return subject.split('.', 2)[1] === shortLivedAggregate;
}

/** The stream that holds the events of an aggregate. */
export function streamOfAggregate(service: string, aggregateName: string): string {
  return aggregateName === shortLivedAggregate ? shortLivedStreamOf(service) : streamOf(service);
}
