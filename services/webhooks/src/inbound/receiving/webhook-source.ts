import type { App, Trx } from '../../app.ts';
import type { SignedRequest } from '../signatures/signed-request.ts';

export type Outcome = 'applied' | 'ignored';

/** A sender of webhooks. docs/contributing/add-a-carrier.md says how to add one. */
export type WebhookSource = {
  /** Also the name of its secrets in WEBHOOK_SECRETS. */
  name: string;
  isSecret?(text: string): boolean;
  /** Runs before anything reads the body. */
  isAuthentic(request: SignedRequest): boolean;
  /** Runs for authentic requests only. Undefined: the hash of the body identifies the event. */
  eventIdOf(request: SignedRequest): string | undefined;
  /** Runs in the consumer; may run again. Throws for a body that its sender does not document. */
  process(body: Buffer, context: { trx: Trx; at: Date }, app: App): Promise<Outcome>;
};

/** From JSON. The error quotes nothing of the body, which may be personal. */
export function parseBody<Content>(body: Buffer, parse: (content: unknown) => Content): Content {
  try {
    return parse(JSON.parse(body.toString()));
  } catch {
    throw new Error('The body of a webhook does not have the documented form.');
  }
}

/** Undefined for a body that the consumer will park. */
export function idIn(body: Buffer): string | undefined {
  try {
    const { id } = JSON.parse(body.toString()) as { id?: unknown };
    return typeof id === 'string' ? id : undefined;
  } catch {
    return undefined;
  }
}
