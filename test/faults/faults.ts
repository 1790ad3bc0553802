import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { services } from '../../deploy/local/services.ts';
import { readRun } from '../../deploy/local/supervisor/run-file.ts';
import type { PartName, Platform } from '../platform.ts';
import { deleteStore, deleteStream, flipBitInStore } from './nats-store.ts';
import { blockPort } from './network.ts';
import { killBackend, pauseCluster, terminateBackends } from './postgres-processes.ts';
import type { Random } from './random.ts';
import { fillDisk } from './small-disk.ts';

export type World = { platform: Platform; random: Random };

/** Injects the fault, holds it for some seconds, and heals what the platform cannot heal. */
export type Fault = { promise: string; name: string; inject(world: World): Promise<void> };

const hold = (random: Random, least = 2, most = 8) => delay(random.between(least * 1000, most * 1000));

const portOf = (platform: Platform, name: PartName): number => {
  const ports = readRun(platform.dataDir)?.ports;
  const port = ports?.[name === 'nats-server' ? 'nats' : name];
  if (!port) throw new Error(`The run file has no port of ${name}.`);
  return port;
};

const killed = services.map(
  (name): Fault => ({
    promise: 'F1',
    name: `${name} killed`,
    inject: async ({ platform }) => platform.kill(name),
  }),
);

const paused = services.map(
  (name): Fault => ({
    promise: 'F1',
    name: `${name} paused`,
    inject: ({ platform, random }) => pause(platform, name, random),
  }),
);

const starved: Fault = {
  promise: 'F8',
  name: 'a service with a quarter of a processor',
  async inject({ platform, random }) {
    const name = random.choose(services);
    for (let turn = 0; turn < 80; turn++) {
      platform.kill(name, 'SIGSTOP');
      await delay(75);
      platform.kill(name, 'SIGCONT');
      await delay(25);
    }
  },
};

const nats: Fault[] = [
  { promise: 'F2', name: 'NATS killed', inject: async ({ platform }) => platform.kill('nats-server') },
  { promise: 'F2', name: 'NATS paused', inject: ({ platform, random }) => pause(platform, 'nats-server', random) },
  { promise: 'F2', name: 'NATS unreachable', inject: (world) => partition(world, 'nats-server', 'requests') },
  { promise: 'F2', name: 'NATS does not answer', inject: (world) => partition(world, 'nats-server', 'responses') },
  { promise: 'F2', name: 'a stream deleted', inject: ({ platform, random }) => deleteStream(platform, random) },
  { promise: 'F2', name: 'the NATS store deleted', inject: ({ platform }) => deleteStore(platform) },
  {
    promise: 'F2',
    name: 'a bit of the NATS store flipped',
    inject: ({ platform, random }) => flipBitInStore(platform, random),
  },
];

const postgres: Fault[] = [
  { promise: 'F3', name: 'Postgres killed', inject: async ({ platform }) => platform.kill('postgres') },
  {
    promise: 'F3',
    name: 'Postgres stopped at once',
    inject: async ({ platform }) => platform.kill('postgres', 'SIGQUIT'),
  },
  {
    promise: 'F3',
    name: 'Postgres paused',
    inject: async ({ platform, random }) => {
      await using _paused = pauseCluster(platform);
      await hold(random);
    },
  },
  {
    promise: 'F3',
    name: 'a connection process killed',
    inject: ({ platform, random }) => killBackend(platform, random),
  },
  { promise: 'F3', name: 'connections terminated', inject: ({ platform }) => terminateBackends(platform) },
  { promise: 'F3', name: 'Postgres unreachable', inject: (world) => partition(world, 'postgres', 'requests') },
  { promise: 'F3', name: 'Postgres does not answer', inject: (world) => partition(world, 'postgres', 'responses') },
];

const disks: Fault[] = [
  {
    promise: 'F6',
    name: 'the disk of NATS full',
    inject: async ({ platform, random }) => {
      await using _full = await fillDisk(join(platform.dataDir, 'nats'));
      await hold(random);
    },
  },
  {
    promise: 'F6',
    name: 'the disk of the logs full',
    inject: async ({ platform, random }) => {
      await using _full = await fillDisk(join(platform.dataDir, 'logs'));
      await hold(random);
    },
  },
  {
    promise: 'F6',
    name: 'the disk of Postgres full',
    inject: async ({ platform, random }) => {
      await using _full = await fillDisk(join(platform.dataDir, 'postgres'));
      await hold(random);
    },
  },
];

const swizzle: Fault = {
  promise: 'F7',
  name: 'links blocked one by one',
  async inject({ platform, random }) {
    const links = random.shuffle([...services.slice(1), 'nats-server', 'postgres'] as PartName[]).slice(0, 5);
    await using blocked = new AsyncDisposableStack();
    const rules = [];
    for (const name of links) {
      rules.push(blocked.use(await blockPort(portOf(platform, name))));
      await delay(1000);
    }
    for (const rule of random.shuffle(rules)) {
      await rule[Symbol.asyncDispose]();
      await delay(500);
    }
  },
};

const powerCut: Fault = {
  promise: 'F1',
  name: 'every process killed, platform started again',
  inject: ({ platform }) => platform.powerCut(),
};

const overload: Fault = {
  promise: 'L3',
  name: 'overload',
  async inject({ platform }) {
    const ended = Date.now() + 5000;
    const caller = async () => {
      while (Date.now() < ended) {
        const { status } = await fetch(`${platform.url}/api/v1/public/categories`);
        if (![200, 429, 503].includes(status)) throw new Error(`An overloaded gateway returned ${status}.`);
      }
    };
    await Promise.all(Array.from({ length: 400 }, caller));
  },
};

export const faults: Fault[] = [
  ...killed,
  ...paused,
  starved,
  ...nats,
  ...postgres,
  ...disks,
  swizzle,
  overload,
  powerCut,
];

async function pause(platform: Platform, name: PartName, random: Random): Promise<void> {
  platform.kill(name, 'SIGSTOP');
  await hold(random);
  platform.kill(name, 'SIGCONT');
}

async function partition(
  { platform, random }: World,
  name: PartName,
  direction: 'requests' | 'responses',
): Promise<void> {
  await using _blocked = await blockPort(portOf(platform, name), direction);
  await hold(random);
}
