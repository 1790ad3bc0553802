import { streamOf } from '@trust/contracts/event';
import { type QueryExecutorProvider, sql } from 'kysely';
import { startLoop } from '../loop.ts';
import type { Log } from '../observability/log.ts';
import { gauges } from '../observability/meter.ts';
import type { Bus } from './bus.ts';
import { findStream } from './streams.ts';

/** `missing`: there is no stream. `behind`: it ends before what was acknowledged, so events are lost, or are being published again. */
export type StreamCondition = 'current' | 'missing' | 'behind';

export type StreamWatch = AsyncDisposable & {
  condition(): StreamCondition;
  /** Compares now. */
  look(): Promise<void>;
};

/**
 * Compares, every few seconds, where the service's stream ends with how far it was acknowledged (promise E6). Every replica does, so that each
 * says in its readiness what it has found; the relay puts it right.
 */
export function watchStream(
  db: QueryExecutorProvider,
  bus: Bus,
  { service, log, interval = 2000 }: { service: string; log: Log; interval?: number },
): StreamWatch {
  const name = streamOf(service);
  let condition: StreamCondition = 'current';
  async function look(): Promise<void> {
    const before = condition;
    condition = await conditionOf(db, bus, name);
    if (condition !== before)
      log[condition === 'current' ? 'info' : 'error']({ name, reason: condition }, 'Stream condition changed');
  }
  const loop = startLoop(log, 'Stream check failed', async ({ sleep }) => {
    // Also while NATS is away.
    await forgetExpired(db);
    if (bus.healthy()) await look();
    await sleep(interval);
  });
  const measuring = gauges({ 'trust.stream.lost': '{stream}' }, async () => [
    { name: 'trust.stream.lost', value: condition === 'current' ? 0 : 1 },
  ]);
  return {
    condition: () => condition,
    look,
    async [Symbol.asyncDispose]() {
      measuring[Symbol.dispose]();
      await loop[Symbol.asyncDispose]();
    },
  };
}

/** By sequence numbers, which only grow. A count of messages would also fall when old ones are deleted. */
async function conditionOf(db: QueryExecutorProvider, bus: Bus, stream: string): Promise<StreamCondition> {
  // Read first: what is acknowledged meanwhile must not look lost.
  const position = await readPosition(db, stream);
  const info = await findStream(bus, stream);
  if (!info) return 'missing';
  return position.isLost || info.state.last_seq < position.lastSeq ? 'behind' : 'current';
}

export async function readPosition(
  db: QueryExecutorProvider,
  stream: string,
): Promise<{ lastSeq: number; isLost: boolean }> {
  const { rows } = await sql<{ last_seq: string; is_lost: boolean }>`
    select last_seq, lost_at is not null as is_lost from stream_position where stream = ${stream}`.execute(db);
  return { lastSeq: Number(rows[0]?.last_seq ?? 0), isLost: rows[0]?.is_lost ?? false };
}

/** Deletes short-lived events that could not be sent in time. */
async function forgetExpired(db: QueryExecutorProvider): Promise<void> {
  await sql`delete from outbox where expires_at <= clock_timestamp()`.execute(db);
}
