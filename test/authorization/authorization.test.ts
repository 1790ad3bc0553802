import { afterAll, beforeAll } from 'vitest';
import { type Collector, startCollector } from '../disclosure/collector.ts';
import { testDisclosure } from '../disclosure/test-disclosure.ts';
import { type Platform, startPlatform } from '../platform.ts';
import { testMatrix } from './test-matrix.ts';
import { testRefusals } from './test-refusals.ts';
import { testReplay } from './test-replay.ts';
import { testTiming } from './test-timing.ts';
import { openWorld, type World } from './world.ts';

let collector: Collector;
let platform: Platform;
let world: World;

beforeAll(async () => {
  collector = await startCollector();
  // All of it comes from one address.
  platform = await startPlatform({ ...collector.environment, EDGE_REQUESTS_PER_MINUTE: '20000' });
  world = await openWorld(platform);
}, 180_000);
afterAll(async () => {
  await platform?.[Symbol.asyncDispose]();
  await collector?.[Symbol.asyncDispose]();
});

testMatrix(() => world);
testRefusals(() => world);
testReplay(() => world);
testTiming(() => world, 'each-service');
// Last: it decides the case and publishes the provider.
testDisclosure(
  () => world,
  () => collector,
);
