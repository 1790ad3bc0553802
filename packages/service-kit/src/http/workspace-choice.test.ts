import { person, representative } from '@trust/service-testing/actors';
import { type SampleApp, startSample } from '@trust/service-testing/sample-service';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { routeFor } from './route.ts';

const getMine = routeFor<SampleApp>()(
  {
    method: 'get',
    path: '/me/thing',
    summary: 'Of the workspace',
    access: 'provider.profile.manage',
    scope: 'workspace',
    responds: { status: 200, body: z.object({ providerId: z.uuid() }) },
  },
  async ({ providerId }) => ({ providerId }),
);

let service: Awaited<ReturnType<typeof startSample>>;
beforeAll(async () => {
  service = await startSample({ getMine });
});
afterAll(() => service[Symbol.asyncDispose]());

const [first, second, ended] = [1, 2, 3].map((n) => `01920000-0000-7000-8000-00000000000${n}`) as [
  string,
  string,
  string,
];
const both = [...representative(first).assignments, ...representative(second, 'contributor').assignments];

async function get(workspaceProviderId: string | undefined, assignments = both) {
  const actor = person({ assignments, ...(workspaceProviderId && { workspaceProviderId }) });
  const { status, body } = await service.get('/me/thing', { actor });
  return status === 200 ? body.providerId : body.type.split('/').at(-1);
}

test('Z2 of several assignments the chosen one is the workspace, with the permissions of its role', async () => {
  expect(await get(undefined)).toBe('ambiguous-assignment');
  expect(await get(first)).toBe(first);
  expect(await get(second)).toBe('forbidden');
});

test('Z2 ignores a choice whose assignment has ended', async () => {
  expect(await get(ended)).toBe('ambiguous-assignment');
  expect(await get(ended, both.slice(0, 1))).toBe(first);
  expect(await get(ended, [])).toBe('no-active-workspace');
});
