import type { Assignment } from '@trust/contracts/actor';
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

/** What the service itself knows, if it is ahead of the assertion. */
let current: Assignment[] | undefined;
let service: Awaited<ReturnType<typeof startSample>>;
beforeAll(async () => {
  service = await startSample({ getMine }, { assignmentsOf: async ({ assignments }) => current ?? assignments });
});
afterAll(() => service[Symbol.asyncDispose]());

const [first, second, ended] = [1, 2, 3].map((n) => `01920000-0000-7000-8000-00000000000${n}`) as [
  string,
  string,
  string,
];
const both = [...representative(first).assignments, ...representative(second, 'contributor').assignments];

const endedChoice = { hasEndedWorkspace: true } as const;
async function get(chosen: string | typeof endedChoice | undefined, assignments = both) {
  const choice = typeof chosen === 'string' ? { workspaceProviderId: chosen } : chosen;
  const actor = person({ assignments, ...choice });
  const { status, body } = await service.get('/me/thing', { actor });
  return status === 200 ? body.providerId : body.type.split('/').at(-1);
}

test('Z2 of several assignments the chosen one is the workspace, with the permissions of its role', async () => {
  expect(await get(undefined)).toBe('ambiguous-assignment');
  expect(await get(first)).toBe(first);
  expect(await get(second)).toBe('forbidden');
});

test('Z2 a choice whose assignment has ended needs a new one, also with one assignment left', async () => {
  const left = both.slice(0, 1);
  expect(await get(undefined, left)).toBe(first);
  for (const choice of [ended, endedChoice]) {
    expect(await get(choice)).toBe('ambiguous-assignment');
    expect(await get(choice, left)).toBe('ambiguous-assignment');
    expect(await get(choice, [])).toBe('no-active-workspace');
  }
});

test('Z2 without a choice, one left is no workspace while the assertion names a provider that has ended', async () => {
  const [left, added] = [both.slice(0, 1), both.slice(1)];
  const ahead = (now: Assignment[], known: Assignment[], chosen?: string) => {
    current = now;
    return get(chosen, known).finally(() => {
      current = undefined;
    });
  };
  expect(await ahead(left, both)).toBe('ambiguous-assignment');
  expect(await ahead(left, added)).toBe('ambiguous-assignment');
  expect(await ahead([], left)).toBe('no-active-workspace');
  expect(await ahead(left, both, first)).toBe(first);
  expect(await ahead(left, [])).toBe(first);
});
