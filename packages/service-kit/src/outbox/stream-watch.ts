import { streamOf } from '@trust/contracts/event';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { Bus } from '../bus/bus.ts';
import { startLoop } from '../loop.ts';
import type { Log } from '../observability/log.ts';
import { gauges } from '../observability/meter.ts';
import { findStream } from './streams.ts';

/** `missing`: no stream. `behind`: it lost acknowledged events, not all republished yet. */
export type StreamCondition = 'current' | 'missing' | 'behind';

/** Compares the stream with the acknowledged position (promise E6), on every replica. */
export function watchStream(
  db: QueryExecutorProvider,
  bus: Bus,
  { service, log, interval = 2000 }: { service: string; log: Log; interval?: number },
) {
  const name = streamOf(service);
  let condition: StreamCondition = 'current';
  const own = new AsyncDisposableStack();
  async function check(): Promise<void> {
    const before = condition;
    condition = await conditionOf(db, bus, name);
    if (condition !== before)
      log[condition === 'current' ? 'info' : 'error']({ name, reason: condition }, 'Stream condition changed');
  }
  const loop = startLoop(log, 'Stream check failed', async ({ sleep }) => {
    if (bus.healthy()) await check();
    await sleep(interval);
  });
  own.use(loop);
  const lost = async () => [{ name: 'trust.stream.lost' as const, value: condition === 'current' ? 0 : 1 }];
  own.use(gauges({ 'trust.stream.lost': '{stream}' }, lost));
  return { condition: () => condition, check, [Symbol.asyncDispose]: () => own.disposeAsync() };
}

/** By sequence numbers, as message counts also fall by deletion. */
async function conditionOf(db: QueryExecutorProvider, bus: Bus, stream: string): Promise<StreamCondition> {
  // Read first: later acknowledgements must not look lost.
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
