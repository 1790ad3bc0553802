import { afterAll, beforeAll } from 'vitest';
import { type Platform, startPlatform } from '../platform.ts';
import { type Journey, openJourney } from './journey.ts';
import { testDuties } from './test-duties.ts';
import { testSessions } from './test-sessions.ts';

const revokedWithinMs = 1000;

let platform: Platform;
let journey: Journey;
beforeAll(async () => {
  platform = await startPlatform();
  journey = openJourney(platform);
}, 180_000);
afterAll(() => platform?.[Symbol.asyncDispose]());

testSessions(() => journey, revokedWithinMs);
testDuties(() => journey, revokedWithinMs);
