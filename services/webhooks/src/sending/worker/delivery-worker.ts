import { type LoopContext, startLoop } from '@trust/service-kit/loop';
import { findDueLanes } from '../../deliveries/due-deliveries.ts';
import { type Carrier, carrierOf, carriers, type Lane, lanes } from '../../deliveries/lanes.ts';
import { attempt } from './attempt.ts';
import { type Breaker, openBreaker } from './breaker.ts';
import { type DeliveryDependencies, takeDue } from './take-due.ts';

const pollIntervalMs = 1000;
const workersPerLane = 16;

/** Sends due deliveries and never waits for one to take the next. */
export type Dispatcher = {
  /** Starts what is due and possible. Returns how many deliveries it took. */
  dispatch(): Promise<number>;
  /** Waits for what was started. */
  settled(): Promise<void>;
};

type Options = {
  /** Concurrent sends of each lane. */
  workers?: number;
  /** Called when a lane has room again. */
  onRoom?: () => void;
};

export function openDispatcher(dependencies: DeliveryDependencies, options: Options = {}): Dispatcher {
  const { workers = workersPerLane, onRoom } = options;
  const { app } = dependencies;
  const running = new Map<Lane, Set<Promise<void>>>(lanes.map((lane) => [lane, new Set()]));
  const breakers = new Map<Carrier, Breaker>(carriers.map((carrier) => [carrier, openBreaker(app.now)]));
  const runningOf = (lane: Lane) => running.get(lane) ?? new Set();
  const breakerOf = (lane: Lane) => breakers.get(carrierOf(lane)) ?? openBreaker(app.now);

  function roomOf(lane: Lane): number {
    const carrier = carrierOf(lane);
    const ofCarrier = lanes.reduce((sum, one) => sum + (carrierOf(one) === carrier ? runningOf(one).size : 0), 0);
    return breakerOf(lane).allowance(workers - runningOf(lane).size, ofCarrier);
  }

  return {
    async dispatch() {
      // No transaction: its commit would wake the worker in an endless loop.
      const due = (await findDueLanes(app.db, app.now())).filter((lane) => roomOf(lane) > 0);
      let taken = 0;
      for (const lane of lanes.filter((one) => due.includes(one))) {
        const room = roomOf(lane);
        if (room === 0) continue;
        const { count, ready } = await takeDue(app, lane, room);
        taken += count;
        for (const delivery of ready) {
          const sending = attempt(dependencies, delivery, breakerOf(lane)).finally(() => {
            runningOf(lane).delete(sending);
            onRoom?.();
          });
          runningOf(lane).add(sending);
        }
      }
      return taken;
    },
    async settled() {
      await Promise.all([...running.values()].flatMap((sends) => [...sends]));
    },
  };
}

/** A commit wakes the worker; polling finds retries and deliveries of other replicas. */
export function startDeliveries(dependencies: DeliveryDependencies): AsyncDisposable {
  let wake = () => {};
  const dispatcher = openDispatcher(dependencies, { onRoom: () => wake() });
  const work = async ({ sleep }: LoopContext) => {
    if ((await dispatcher.dispatch()) === 0) await sleep(pollIntervalMs);
  };
  const loop = startLoop(dependencies.log, 'Delivery worker failed; restarting', work, dependencies.app.db);
  wake = loop.wake;
  return {
    async [Symbol.asyncDispose]() {
      await loop[Symbol.asyncDispose]();
      await dispatcher.settled();
    },
  };
}
