import { randomInt } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { RequestHandler } from 'express';
import type pg from 'pg';
import { type Problem, unavailable } from './http/problem.ts';
import { type Declaration, isStreaming } from './http/route.ts';
import { instruments } from './observability/meter.ts';

/** How busy this process is, measured twice a second. */
export type LoadMonitor = Disposable & {
  /** Whether a new request would only wait. */
  isOverloaded(): boolean;
};

/** Milliseconds on average that the event loop may lag behind, and that a query may wait for a connection. */
const usualBounds = { loopDelay: 250, poolWait: 500 };
const window = 500;

/** Watches the event loop and, for a service, its pool. */
export function monitorLoad(pool?: pg.Pool, bounds: Partial<typeof usualBounds> = {}): LoadMonitor {
  const { loopDelay, poolWait } = { ...usualBounds, ...bounds };
  const histogram = monitorEventLoopDelay({ resolution: 20 });
  histogram.enable();
  let lag = 0;
  let lastWait = 0;
  let waitingSince: number | undefined;

  // Stands in line for a connection as a query does: the line is first come, first served, so its wait is everybody's.
  function queueUp(from: pg.Pool): void {
    if (waitingSince !== undefined) return;
    if (from.waitingCount === 0) {
      lastWait = 0;
      return;
    }
    const since = performance.now();
    waitingSince = since;
    const over = () => {
      lastWait = performance.now() - since;
      waitingSince = undefined;
    };
    from
      .connect()
      .then((client) => client.release(), over)
      .then(over);
  }

  const sampling = setInterval(() => {
    lag = histogram.mean / 1e6;
    histogram.reset();
  }, window).unref();
  const queueing = pool && setInterval(() => queueUp(pool), window / 10).unref();
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

/** Refuses a request before any work for it where there is no room: better a few at once than all of them late (promise L3). */
export function shedLoad(load: Pick<LoadMonitor, 'isOverloaded'>, mostInFlight: number): RequestHandler {
  let inFlight = 0;
  return (_request, response, next) => {
    if (inFlight >= mostInFlight || load.isOverloaded()) return next(overloaded());
    inFlight += 1;
    instruments().inFlight.add(1);
    response.once('close', () => {
      inFlight -= 1;
      instruments().inFlight.add(-1);
    });
    next();
  };
}

/** The places of a service: routes that stream have their own, so that slow uploads leave those of the others free (promise I6). */
export function shedLoadByRoute(
  load: Pick<LoadMonitor, 'isOverloaded'>,
  most: { MOST_IN_FLIGHT: number; MOST_STREAMS: number },
): (declaration: Declaration) => RequestHandler {
  const [quick, streaming] = [shedLoad(load, most.MOST_IN_FLIGHT), shedLoad(load, most.MOST_STREAMS)];
  return (declaration) => (isStreaming(declaration) ? streaming : quick);
}

/** 503 with a `Retry-After` of 1 to 5 s, by chance, so that those who were refused together do not come back together. */
export function overloaded(): Problem {
  instruments().shed.add(1);
  const wait = randomInt(1, 6);
  return unavailable(
    {
      en: `The service is overloaded. Retry in ${wait} s.`,
      fr: `Le service est surchargé. Réessayez dans ${wait} s.`,
    },
    wait,
  );
}
