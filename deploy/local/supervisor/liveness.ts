import { get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** How it is found out that a process hangs: it runs, but answers nothing. */
export type Liveness = {
  everyMs: number;
  withinMs: number;
  /** After so many missed checks in a row the process counts as hung. */
  mostMisses: number;
  isLive: (withinMs: number) => Promise<boolean>;
};

/** The rule of docs/deployment.md. One long garbage collection or a busy machine must not restart a service. */
export function livenessOf(port: number | string): Liveness {
  return {
    everyMs: 5_000,
    withinMs: 5_000,
    mostMisses: 3,
    isLive: async (withinMs) => (await httpStatus(`http://127.0.0.1:${port}/livez`, withinMs)) === 200,
  };
}

/** Resolves to true when the process hangs, to false when the signal ends the checks. */
export async function hangs(
  { everyMs, withinMs, mostMisses, isLive }: Liveness,
  signal: AbortSignal,
): Promise<boolean> {
  for (let misses = 0; misses < mostMisses; ) {
    await delay(everyMs, undefined, { signal }).catch(() => {});
    if (signal.aborted) return false;
    misses = (await isLive(withinMs)) ? 0 : misses + 1;
  }
  return !signal.aborted;
}

/** undefined when nobody answers in time. A connection of its own each time: one kept open would keep the server from stopping. */
export function httpStatus(url: string, withinMs: number): Promise<number | undefined> {
  return new Promise((settle) => {
    const request = get(url, { agent: false, signal: AbortSignal.timeout(withinMs) }, (response) => {
      response.resume();
      response.once('error', () => {});
      settle(response.statusCode);
    });
    request.once('error', () => settle(undefined));
  });
}
