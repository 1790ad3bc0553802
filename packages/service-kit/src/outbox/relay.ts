import { handleAdminRequest } from '../bus/admin.ts';
import type { Bus } from '../bus/bus.ts';
import type { ServiceConfig } from '../config.ts';
import type { Database } from '../database/db.ts';
import { type Loop, startLoop, throttle } from '../loop.ts';
import type { Log } from '../observability/log.ts';
import { gauges } from '../observability/meter.ts';
import { readBacklog } from './backlog.ts';
import { startDeletingExpired } from './delete-expired.ts';
import { hasEvents } from './outbox.ts';
import { openCandidate, openSender } from './outbox-sender.ts';
import { republish } from './publish.ts';
import { watchStream } from './stream-watch.ts';
import { streamConfigErrors } from './streams.ts';

// Commits wake the relay. The poll is for what another replica committed while NATS was away.
const pollMs = 500;

export type Relay = AsyncDisposable & {
  healthy(): boolean;
  /** The stream is missing, lost events or stores nothing. */
  degraded(): boolean;
};

/**
 * Sends the outbox to the stream (promise E1), on the replica with the advisory lock. First
 * republishes what the stream lost (promise E6). In production it throws for stream settings that
 * would lose events (promise E7).
 */
export async function startRelay<Tables>(
  db: Database<Tables>,
  bus: Bus,
  { service, log, mode = 'development' }: { service: string; log: Log; mode?: ServiceConfig['TRUST_MODE'] },
): Promise<Relay> {
  const faults = mode === 'production' ? await streamConfigErrors(bus, service) : [];
  if (faults.length > 0)
    throw new Error(`The streams would lose events. Run \`npm run streams\`: ${faults.join('; ')}.`);
  const own = new AsyncDisposableStack();
  const watch = own.use(watchStream(db, bus, { service, log }));
  own.use(startDeletingExpired(db, log));
  const wakeSubject = `wake.${service}`;
  let isLeader = false;
  // A broker with a failed disk still responds; only publishing shows it.
  let hasPublishFailed = false;
  const loop: Loop = startLoop(log, 'Outbox relay failed; restarting', async ({ stopped, sleep }) => {
    if (!bus.healthy()) return sleep(100);
    await using candidate = await openCandidate(db, service);
    // On one connection: opening one takes both sides milliseconds.
    while (!(await candidate.tryLead())) {
      hasPublishFailed = false;
      await sleep(pollMs);
      if (stopped.aborted || !bus.healthy()) return;
    }
    isLeader = true;
    // Only the leader subscribes: the other replicas send nothing, so wake-ups would cost them time.
    const wakes = bus.nc.subscribe(wakeSubject, { callback: () => loop.wake() });
    try {
      const sender = await openSender(candidate.client, { db, bus, service, log });
      while (!stopped.aborted) {
        if (watch.condition() === 'behind') {
          await sender.recover();
          await watch.check();
        }
        const hasMore = await sender.sendBatch();
        hasPublishFailed = false;
        if (!hasMore) await sleep(pollMs);
      }
      // Send the last commits before shutdown (promise L6).
      while (await sender.sendBatch());
    } catch (error) {
      hasPublishFailed = true;
      throw error;
    } finally {
      isLeader = false;
      wakes.unsubscribe();
    }
  });
  own.use(loop);
  const wakeLeader = throttle(5, () => {
    if (bus.healthy()) bus.nc.publish(wakeSubject);
  });
  own.defer(db.onCommit((trx) => hasEvents(trx) && (isLeader ? loop.wake() : wakeLeader())));
  own.use(
    handleAdminRequest(bus, service, 'status', log, async () => ({
      ...(await readBacklog(db)),
      stream: watch.condition(),
    })),
  );
  const republishAll = async ({ since = '' }) => (await republish(db, bus, { since: new Date(since) })).count;
  own.use(handleAdminRequest(bus, service, 'republish', log, republishAll));
  const units = {
    'trust.outbox.unsent': '{event}',
    'trust.outbox.oldest_unsent': 's',
    'trust.dead_letters': '{event}',
  };
  const readGauges = async () => {
    const { unsentEvents, oldestUnsentSeconds, deadLetters } = await readBacklog(db);
    return [
      { name: 'trust.dead_letters' as const, value: deadLetters },
      { name: 'trust.outbox.unsent' as const, value: unsentEvents },
      { name: 'trust.outbox.oldest_unsent' as const, value: oldestUnsentSeconds ?? 0 },
    ];
  };
  own.use(gauges(units, readGauges));
  return {
    healthy: () => bus.healthy(),
    degraded: () => hasPublishFailed || watch.condition() !== 'current',
    [Symbol.asyncDispose]: () => own.disposeAsync(),
  };
}
