import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { gatewayProof } from '@trust/service-testing/gateway';
import { afterAll, expect, test, vi } from 'vitest';
import { type MadeCase, makeCase, makeIntent, mebibyte, pdf } from '../../../test/make.ts';
import { pathOf, startEvidence } from '../../../test/service.ts';

const evidence = await startEvidence({ connections: 4 });
afterAll(() => evidence[Symbol.asyncDispose]());

const busyMachine = { timeout: 20_000 };
const document = pdf(11 * mebibyte);
async function partsOf(made: MadeCase): Promise<string[]> {
  const { session } = await makeIntent(evidence, made, document);
  return session.parts.map(({ url }: { url: string }) => url);
}

function begin(url: string) {
  const answer = Promise.withResolvers<{ status: number | undefined; retryAfter: number; limit?: unknown }>();
  const headers = { ...gatewayProof, 'content-length': 5 * mebibyte };
  const sending = request(`${evidence.url}/api/v1${pathOf(url)}`, { method: 'PUT', headers }, (response) => {
    const limit = [response.headers['ratelimit-policy'], response.headers.ratelimit];
    answer.resolve({ status: response.statusCode, retryAfter: Number(response.headers['retry-after']), limit });
    response.resume();
  });
  sending.on('error', () => answer.resolve({ status: undefined, retryAfter: 0 }));
  sending.write('a byte');
  return { answer: answer.promise, end: () => sending.destroy() };
}

async function underWay(): Promise<number> {
  const names = await readdir(join(evidence.folder, 'uploads'), { recursive: true });
  return names.filter((name) => name.includes('.draft-')).length;
}

const refused = (scope: string, quota: number) => {
  const limit = [`"sends-of-${scope}";q=${quota}`, `"sends-of-${scope}";r=0;t=5`];
  return { status: 429, retryAfter: 5, limit };
};

test('I6 returns 429 above two concurrent sends of a part, four of an intent and sixteen of a provider', async () => {
  const made = await makeCase(evidence);
  const other = await makeCase(evidence);
  const begun: ReturnType<typeof begin>[] = [];
  const send = async (url: string) => {
    begun.push(begin(url));
    await vi.waitUntil(async () => (await underWay()) === begun.length, busyMachine);
  };
  const [first = '', second = '', third = ''] = await partsOf(made);
  await send(first);
  await send(first);
  expect(await begin(first).answer).toEqual(refused('part', 2));
  await send(second);
  await send(second);
  expect(await begin(third).answer).toEqual(refused('intent', 4));

  while (begun.length < 16) {
    const [one = '', two = ''] = await partsOf(made);
    for (const url of [one, one, two, two]) await send(url);
  }
  const [one = ''] = await partsOf(made);
  expect(await begin(one).answer).toEqual(refused('provider', 16));
  const [theirs = ''] = await partsOf(other);
  await send(theirs);

  begun.splice(0, 1)[0]?.end();
  await vi.waitUntil(async () => (await underWay()) === begun.length, busyMachine);
  await send(first);
  expect(await begin(second).answer).toEqual(refused('part', 2));
  for (const { end } of begun) end();
  await vi.waitUntil(async () => (await underWay()) === 0, busyMachine);
});

test('I6 returns 429 above sixteen concurrent sends of a person, over all providers', async () => {
  const { rep } = await makeCase(evidence);
  const begun: ReturnType<typeof begin>[] = [];
  for (let provider = 0; provider < 8; provider++) {
    const made = await makeCase(evidence);
    const [one = ''] = await partsOf({ ...made, rep: { ...made.rep, userId: rep.userId } });
    begun.push(begin(one), begin(one));
  }
  await vi.waitUntil(async () => (await underWay()) === 16, busyMachine);
  const made = await makeCase(evidence);
  const [one = ''] = await partsOf({ ...made, rep: { ...made.rep, userId: rep.userId } });
  expect(await begin(one).answer).toEqual(refused('person', 16));
  const [theirs = ''] = await partsOf(made);
  begun.push(begin(theirs));
  await vi.waitUntil(async () => (await underWay()) === 17, busyMachine);
  for (const { end } of begun) end();
  await vi.waitUntil(async () => (await underWay()) === 0, busyMachine);
});

test('I6 a part can be sent again as soon as the last send ended', async () => {
  const made = await makeCase(evidence);
  const [first = ''] = await partsOf(made);
  for (let round = 0; round < 5; round++) {
    const { status } = await evidence.put(pathOf(first), { rawBody: document.subarray(0, 5 * mebibyte) });
    expect(status).toBe(200);
  }
});
