import { randomInt } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type pg from 'pg';
import { instruments } from '../observability/meter.ts';
import { type Problem, unavailable } from '../problems/problem.ts';
import { type Declaration, isStreaming, stepUpOf } from './route.ts';

export type LoadMonitor = Disposable & {
  isOverloaded(): boolean;
};

/** Milliseconds: mean delay of the event loop, and waiting time for a connection. */
const defaultBounds = { loopDelay: 250, poolWait: 500 };
const window = 500;

export function monitorLoad(pool?: pg.Pool, bounds: Partial<typeof defaultBounds> = {}): LoadMonitor {
  const { loopDelay, poolWait } = { ...defaultBounds, ...bounds };
  const histogram = monitorEventLoopDelay({ resolution: 20 });
  histogram.enable();
  let lag = 0;
  let lastWait = 0;
  let waitingSince: number | undefined;

  // The pool is first come, first served, so one waiting probe measures the wait of all queries.
  async function measureWait(from: pg.Pool): Promise<void> {
    if (waitingSince !== undefined) return;
    if (from.waitingCount === 0) {
      lastWait = 0;
      return;
    }
    const since = performance.now();
    waitingSince = since;
    const client = await from.connect().catch(() => undefined);
    client?.release();
    lastWait = performance.now() - since;
    waitingSince = undefined;
  }

  const sampling = setInterval(() => {
    lag = histogram.mean / 1e6;
    histogram.reset();
  }, window).unref();
  const queueing = pool && setInterval(() => measureWait(pool), window / 10).unref();
  return {
    isOverloaded() {
      const wait = waitingSince === undefined ? lastWait : Math.max(lastWait, performance.now() - waitingSince);
      return lag > loopDelay || wait > poolWait;
    },
    [Symbol.dispose]() {
      clearInterval(sampling);
      clearInterval(queueing);
      histogram.disable();
    },
  };
}

/** Whether a request may begin (promise L3). If so, it counts until its response closes. */
export type Admission = (response: ServerResponse) => boolean;

export function capacity(load: Pick<LoadMonitor, 'isOverloaded'>, maxInFlight: number): Admission {
  let inFlight = 0;
  const count = (change: number) => {
    inFlight += change;
    instruments().inFlight.add(change);
  };
  return (response) => {
    if (inFlight >= maxInFlight || load.isOverloaded()) return false;
    count(1);
    response.once('close', () => count(-1));
    return true;
  };
}

/** Capacity of webhooks and privileged operations during overload (promise L3). */
export const reserveFor = (maxInFlight: number) => capacity({ isOverloaded: () => false }, Math.ceil(maxInFlight / 8));

/** Separate capacity for streams (promise I6), for ordinary routes, and for webhooks and privileged ones. */
export function capacityByRoute(
  load: Pick<LoadMonitor, 'isOverloaded'>,
  limits: { MAX_IN_FLIGHT: number; MAX_STREAMS: number },
): (declaration: Declaration) => Admission {
  const [quick, streaming] = [capacity(load, limits.MAX_IN_FLIGHT), capacity(load, limits.MAX_STREAMS)];
  const [ordinary, reserve] = [capacity(load, limits.MAX_IN_FLIGHT), reserveFor(limits.MAX_IN_FLIGHT)];
  const important: Admission = (response) => ordinary(response) || reserve(response);
  const quickFor = (route: Declaration) => (route.access === 'webhook' || stepUpOf(route) ? important : quick);
  return (route) => (isStreaming(route) ? streaming : quickFor(route));
}

/** Random `Retry-After`, so that refused clients return spread out. */
export function overloaded(): Problem {
  instruments().shed.add(1);
  const wait = randomInt(1, 6);
  return unavailable(
    { upstream: 'self', reason: 'overloaded' },
    {
      en: `The service is overloaded. Retry in ${wait} s.`,
      fr: `Le service est surchargé. Réessayez dans ${wait} s.`,
    },
    wait,
  );
}
