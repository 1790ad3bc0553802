import { z } from 'zod';

/** A fact that one service publishes and others may consume. Declared once, here in contracts; never changed, only followed by a `.v2`. */
export type EventType<Payload extends z.ZodType = z.ZodType> = {
  /** `<service>.<thing>.<happened>.v<n>`; also the NATS subject. */
  readonly subject: string;
  readonly summary: string;
  readonly payload: Payload;
  /**
   * Which aggregate the fact belongs to. Events of one aggregate are applied in the order they were committed (promise E3).
   * Without it the event stands alone: it is de-duplicated, but not ordered.
   */
  readonly aggregate?: (payload: z.output<Payload>) => string;
};

export type PayloadOf<E extends EventType> = z.output<E['payload']>;

/**
 * Declares an event type. `subject` starts with the publishing service, which is also its stream.
 * The payload is strict: an undeclared field is a programming error, not something to publish (promise E9).
 */
export function event<Shape extends z.ZodRawShape>(
  subject: string,
  summary: string,
  shape: Shape,
  aggregate?: (payload: z.output<z.ZodObject<Shape, z.core.$strict>>) => string,
): EventType<z.ZodObject<Shape, z.core.$strict>> {
  return { subject, summary, payload: z.strictObject(shape), ...(aggregate && { aggregate }) };
}

/** The service that publishes an event: the first word of its subject. */
export function publisherOf(subject: string): string {
  return subject.slice(0, subject.indexOf('.'));
}

/** JetStream's stream of a service. Stream names may not hold dots, so the service's name alone, in capitals. */
export function streamOf(service: string): string {
  return service.toUpperCase();
}
