import { afterAll, beforeAll, describe } from 'vitest';
import { testMatrix } from './authorization/test-matrix.ts';
import { testRefusals, testRefusalsInChain } from './authorization/test-refusals.ts';
import { testReplay } from './authorization/test-replay.ts';
import { testTiming } from './authorization/test-timing.ts';
import { openWorld, type World } from './authorization/world.ts';
import { testClient } from './client/test-client.ts';
import { type Collector, startCollector } from './disclosure/collector.ts';
import { testDisclosure } from './disclosure/test-disclosure.ts';
import { testPersonalData } from './disclosure/test-personal-data.ts';
import type { TypedText } from './disclosure/typed-texts.ts';
import { testJourney } from './journey/test-journey.ts';
import { testLoopback } from './network/test-loopback.ts';
import { type Platform, startPlatform } from './platform.ts';
import { testNeutrality } from './trust-rules/test-neutrality.ts';

/** All tests run in this order on one platform: starting one takes 15 CPU seconds. */

let collector: Collector;
let platform: Platform;
let world: World;
/** What people type in one test, and must be gone after the last. */
const typed: TypedText[] = [];

beforeAll(async () => {
  collector = await startCollector();
  // All requests come from one address.
  platform = await startPlatform({ ...collector.environment, EDGE_REQUESTS_PER_MINUTE: '20000' });
}, 180_000);
afterAll(async () => {
  await platform?.[Symbol.asyncDispose]();
  await collector?.[Symbol.asyncDispose]();
});

describe('authorization', () => {
  beforeAll(async () => {
    world = await openWorld(platform);
  }, 180_000);

  testMatrix(() => world);
  testRefusals(() => world);
  testReplay(() => world);
  testTiming(() => world, 'each-service');
  // Searches all that the platform has sent and stored so far; publishes the provider.
  testDisclosure(
    () => world,
    () => collector,
    typed,
  );
  // The provider is published now.
  testNeutrality(() => world);
});

describe('journey', () => testJourney(() => platform));

describe('client', () => testClient(() => platform));

describe('network', () => testLoopback(() => platform));

describe('authorization, a minute later', () => testRefusalsInChain(() => world));

// Erases the people of all tests before.
describe('the end', () => testPersonalData(() => world, typed));
