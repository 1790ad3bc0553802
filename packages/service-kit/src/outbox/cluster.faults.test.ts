import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openWorld, until, type World } from '../../test/event-world.ts';
import { natsCluster } from '../../test/nats-cluster.ts';
import { emit } from './outbox.ts';

type Cluster = Awaited<ReturnType<typeof natsCluster>>;
type Node = Cluster['nodes'][number];

const settings = { ackWait: 1000, retry: 5, gapRetry: 50, gaps: 2000 };
const outageMs = 8000;

async function leaderFirst({ nodes }: Cluster, { bus, stream }: World): Promise<[Node, Node, Node]> {
  const { cluster } = await bus.jsm.streams.info(stream);
  const [leader, ...others] = nodes.toSorted((one) => (one.name === cluster?.leader ? -1 : 1));
  if (leader?.name !== cluster?.leader) throw new Error('The stream has no leader.');
  return [leader, ...others] as [Node, Node, Node];
}

async function killed(nodes: Node[]): Promise<void> {
  for (const node of nodes) node.signal('SIGKILL');
  await delay(outageMs);
  for (const node of nodes) await node.start();
}

const losses: [what: string, lose: (nodes: [Node, Node, Node]) => Promise<void>][] = [
  ['the leader is killed', ([leader]) => killed([leader])],
  ['two of three are killed', ([leader, second]) => killed([leader, second])],
  [
    'the leader is paused',
    async ([leader]) => {
      leader.signal('SIGSTOP');
      await delay(outageMs);
      leader.signal('SIGCONT');
    },
  ],
];

test.each(losses)(
  'F2 every write succeeds and every event is applied once while %s',
  async (_what, lose) => {
    await using cluster = await natsCluster();
    await using world = await openWorld({ natsUrl: cluster.url, replicas: 3 });
    await world.relay();
    await using consumers = await world.consume({ settings });
    let [written, isDone] = [0, false];
    const writer = (async () => {
      for (; !isDone; await delay(5)) {
        written += 1;
        const event = { thing: `${written % 20}`, value: written };
        await world.db.transact((trx) => emit(trx, world.events.changed, event));
      }
    })();
    await until('events are applied', async () => (await world.count('effect')) > 50);
    const before = written;
    await lose(await leaderFirst(cluster, world));
    expect(written).toBeGreaterThan(before);
    isDone = true;
    await writer;
    await until('every event is applied', async () => (await world.count('effect')) >= written);
    await consumers.drain();
    expect(await world.count('effect')).toBe(written);
    expect(await world.parked()).toEqual([]);
    await until('consumers are healthy', () => consumers.healthy());
  },
  180_000,
);
