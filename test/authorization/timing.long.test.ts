import { afterAll, beforeAll } from 'vitest';
import { type Platform, startPlatform } from '../platform.ts';
import { testTiming } from './test-timing.ts';
import { openWorld, type World } from './world.ts';

let platform: Platform;
let world: World;

beforeAll(async () => {
  platform = await startPlatform({ EDGE_REQUESTS_PER_MINUTE: '20000' });
  world = await openWorld(platform);
}, 180_000);
afterAll(() => platform?.[Symbol.asyncDispose]());

testTiming(() => world, 'each-request');
