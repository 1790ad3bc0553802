import type { Actor } from '@trust/contracts/actor';

export type Ended = { sessionId?: string; userId?: string };

/** The connections of this replica that outlast the check of their session. */
export class OpenStreams {
  readonly #open = new Set<{ actor: Actor; abort: AbortController }>();

  get count(): number {
    return this.#open.size;
  }

  /** `signal` aborts when the session of the actor ends or the roles change. */
  open(actor: Actor): { signal: AbortSignal } & Disposable {
    const one = { actor, abort: new AbortController() };
    this.#open.add(one);
    return { signal: one.abort.signal, [Symbol.dispose]: () => void this.#open.delete(one) };
  }

  end({ sessionId, userId }: Ended): void {
    for (const { actor, abort } of this.#open)
      if (actor.sessionId === sessionId || actor.userId === userId) abort.abort();
  }
}
