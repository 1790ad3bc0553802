import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { App } from '../../app.ts';

type Stream<State> = {
  read: () => Promise<State>;
  /** The id of an event depends only on this. */
  identityOf: (state: State) => unknown;
  lastEventId: string | undefined;
  times: App['streamTimes'];
  /** Ends the stream without another event. */
  signal: AbortSignal;
  name: string;
};

/**
 * Server-sent events: the state, and again when it differs. The id is a hash of the state, so a
 * client that sends `Last-Event-ID` gets an event only if something changed meanwhile.
 */
export async function* stateEvents<State>(stream: Stream<State>): AsyncGenerator<string> {
  const { read, identityOf, times, signal, name } = stream;
  const until = performance.now() + times.lifetimeMs;
  let last = stream.lastEventId;
  yield `retry: ${times.everyMs}\n\n`;
  for (;;) {
    const state = await read();
    if (signal.aborted) return;
    const id = createHash('sha256')
      .update(JSON.stringify(identityOf(state)))
      .digest('base64url');
    // A comment shows proxies and clients that the connection is alive.
    yield id === last ? ': unchanged\n\n' : `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(state)}\n\n`;
    last = id;
    if (performance.now() + times.everyMs > until) return;
    await delay(times.everyMs, undefined, { signal }).catch(() => {});
    if (signal.aborted) return;
  }
}
