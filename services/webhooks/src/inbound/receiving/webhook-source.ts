import { hash } from 'node:crypto';
import type { App, Trx } from '../../app.ts';
import type { SignedRequest } from '../signatures/signed-request.ts';

export type Outcome = 'applied' | 'ignored' | 'unreadable';

/** A sender of webhooks. docs/contributing/add-a-carrier.md says how to add one. */
export type WebhookSource = {
  /** Also the name of its secrets in WEBHOOK_SECRETS. */
  name: string;
  isSecret?(text: string): boolean;
  /** Runs before anything reads the body. */
  isAuthentic(request: SignedRequest): boolean;
  /**
   * Runs for authentic requests only: the ids that the sender gives (docs/domain/messages-and-webhooks.md 22). Undefined: the hash
   * of the body identifies the event. `newId`: for an event that has no identity, so that each delivery counts.
   */
  eventIdOf(request: SignedRequest, newId: () => string): string | undefined;
  /** Runs in the consumer; may run again. Throws for a body that its sender does not document, or `UnreadableBody`. */
  process(body: Buffer, context: { trx: Trx; at: Date }, app: App): Promise<Outcome>;
};

/** For events of several things, in whatever order. */
export function hashOfIds(ids: readonly string[]): string {
  return `ids:${hash('sha256', JSON.stringify(ids.toSorted()))}`;
}

/** No release will read it, unlike a body in a form that its sender documents later. */
export class UnreadableBody extends Error {}

/** From JSON. The errors quote nothing of the body, which may be personal. */
export function parseBody<Content>(body: Buffer, parse: (content: unknown) => Content): Content {
  const content = readJson(body);
  if (content === undefined) throw new UnreadableBody('The body of a webhook is not JSON.');
  try {
    return parse(content);
  } catch {
    throw new Error('The body of a webhook does not have the documented form.');
  }
}

/** Undefined: it is not JSON. */
export function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
