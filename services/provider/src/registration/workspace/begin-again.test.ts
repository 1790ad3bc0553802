import { caseChanged, refusalsChanged } from '@trust/contracts/events/verification';
import type { CaseWait } from '@trust/contracts/reasons/standing-refusals';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeActive, type Owner } from '../../../test/make.ts';
import { type ProviderService, startProvider } from '../../../test/service.ts';

let service: ProviderService;
beforeAll(async () => {
  service = await startProvider();
});
afterAll(() => service[Symbol.asyncDispose]());

const path = '/provider-workspace/me';
const now = () => service.clock.now.toISOString();
const inDays = (days: number) => new Date(service.clock.now.getTime() + days * 86_400_000).toISOString();
const announce = ({ id: providerId }: Owner, waits?: CaseWait[]) =>
  service.deliver(refusalsChanged, { providerId, refusals: [], ...(waits && { waits }), occurredAt: now() });
const expire = ({ id: providerId }: Owner, categoryKey: string, nextCaseAt: string | null = null) =>
  service.deliver(caseChanged, {
    ...{ caseId: crypto.randomUUID(), providerId, categoryKey, requirementVersionId: crypto.randomUUID() },
    ...{ requirementKeys: ['identity'], state: 'expired', outcome: null, duties: [], recommenderId: null, dueAt: null },
    ...{ nextCaseAt, openedAt: now(), occurredAt: now() },
  });
const tasks = async ({ actor }: Owner) =>
  (await service.get(path, { actor })).body.readiness.tasks
    .filter(({ code }: { code: string }) => code === 'begin_again')
    .map(({ categoryKey, availableAt }: { categoryKey: string; availableAt?: string }) => [categoryKey, availableAt]);

/** Of the three home care and tutoring ask for a criminal record; cleaning asks for the insurance, which is about the business. */
async function makeRefused(): Promise<Owner> {
  const owner = await makeActive(service, { category: 'home-care' });
  for (const category of ['private-tutor', 'cleaning']) {
    await service.put(`${path}/services/${category}`, owner);
    await expire(owner, category);
  }
  return owner;
}

test('beginning again names the day for which a refused document lets each category wait, and no other', async () => {
  const owner = await makeRefused();
  const [soon, late] = [inDays(3), inDays(14)];
  const record = { claimType: 'background_check_clear', isAboutPerson: false };
  await announce(owner, [
    { ...record, endsAt: late },
    { ...record, isAboutPerson: true, endsAt: soon },
  ]);
  const all = [
    ['cleaning', undefined],
    // No case could open yet.
    ['home-care', late],
    ['private-tutor', late],
  ];
  expect(await tasks(owner)).toEqual(all);
  service.clock.now = new Date(late);
  expect(await tasks(owner)).toEqual(all.map(([category]) => [category, undefined]));
  await announce(owner, []);
  expect((await tasks(owner)).map(([category]: [string]) => category)).toEqual(['cleaning', 'private-tutor']);
});

test('a wait for claims about a person counts for these alone, and the later of two waits counts', async () => {
  const owner = await makeRefused();
  const [soon, late] = [inDays(3), inDays(14)];
  await announce(owner, [
    { claimType: 'liability_insurance', isAboutPerson: true, endsAt: late },
    { claimType: 'identity_confirmed', isAboutPerson: true, endsAt: soon },
  ]);
  // The last case that opened counts.
  service.advanceClock(60);
  await expire(owner, 'private-tutor', late);
  expect(await tasks(owner)).toEqual([
    ['cleaning', soon],
    ['home-care', soon],
    ['private-tutor', late],
  ]);
});

test('an event of an earlier release, which names no waits, lets nothing wait', async () => {
  const owner = await makeRefused();
  await announce(owner);
  expect(await tasks(owner)).toEqual([
    ['cleaning', undefined],
    ['private-tutor', undefined],
  ]);
});
