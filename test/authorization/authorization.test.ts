import { afterAll, beforeAll } from 'vitest';
import { type Platform, startPlatform } from '../platform.ts';
import { testMatrix } from './test-matrix.ts';
import { testReplay } from './test-replay.ts';
import { testTiming } from './test-timing.ts';
import { openWorld, type World } from './world.ts';

let platform: Platform;
let world: World;

beforeAll(async () => {
  platform = await startPlatform();
  world = await openWorld(platform);
}, 180_000);
afterAll(() => platform?.[Symbol.asyncDispose]());

testMatrix(() => world);
testReplay(() => world);
testTiming(() => world);
