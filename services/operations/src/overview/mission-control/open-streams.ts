import type { Actor } from '@trust/contracts/actor';
import type { EndedSessions, OpenStreams } from '../../app.ts';

export class StreamsOfReplica implements OpenStreams {
  readonly #open = new Set<{ actor: Actor; abort: AbortController }>();

  get count(): number {
    return this.#open.size;
  }

  open(actor: Actor): { signal: AbortSignal } & Disposable {
    const one = { actor, abort: new AbortController() };
    this.#open.add(one);
    return { signal: one.abort.signal, [Symbol.dispose]: () => void this.#open.delete(one) };
  }

  end({ sessionId, userId }: EndedSessions): void {
    for (const { actor, abort } of this.#open)
      if (actor.sessionId === sessionId || actor.userId === userId) abort.abort();
  }
}
