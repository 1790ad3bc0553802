import { beforeAll } from 'vitest';
import type { Platform } from '../platform.ts';
import { testNodeExample } from './test-node-example.ts';
import { testPackage } from './test-package.ts';
import { testRequests } from './test-requests.ts';
import { testSession } from './test-session.ts';
import { testUploads } from './test-uploads.ts';

export function testClient(platform: () => Platform): void {
  beforeAll(() => platform().resetCodeLimits());
  testRequests(platform);
  testSession(() => platform().url);
  testUploads(() => platform().url);
  testNodeExample(() => platform().url);
  testPackage(() => platform().url);
}
