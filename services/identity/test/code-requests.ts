import type { Actor } from '@trust/contracts/actor';
import type { TestResponse } from '@trust/service-testing/service';
import { expect } from 'vitest';
import { createPerson } from '../src/people/persons.ts';
import { mannWhitney } from './mann-whitney.ts';
import type { Identity } from './service.ts';

export type TimedResponse = { answer: TestResponse; ms: number };

export async function createPersonsAt({ app, db, clock }: Identity, numbers: string[]): Promise<string[]> {
  const at = clock.now;
  await db.transact(async (trx) => {
    for (const identifier of numbers)
      await createPerson(trx, app.vault, { id: app.newId(), channel: 'sms', identifier, verifiedAt: at, now: at });
  });
  return numbers;
}

/** By default from a new network, so that no limit of the caller applies. */
export function requestCode(identity: Identity, identifier: string, ip = nextIp()): Promise<TimedResponse> {
  return request(identity, '/auth/challenges', identifier, { 'x-forwarded-for': ip });
}

export function requestContactPoint(identity: Identity, actor: Actor, identifier: string): Promise<TimedResponse> {
  return request(identity, '/account/contact-points', identifier, { 'x-forwarded-for': nextIp() }, actor);
}

async function request(
  identity: Identity,
  path: string,
  identifier: string,
  headers: Record<string, string>,
  actor?: Actor,
): Promise<TimedResponse> {
  const channel = identifier.includes('@') ? 'email' : 'sms';
  const options = { body: { channel, identifier }, headers, ...(actor && { actor }) };
  const started = performance.now();
  const answer = await identity.post(path, options);
  return { answer, ms: performance.now() - started };
}

let networks = 0;

function nextIp(): string {
  networks++;
  return `10.${networks >> 8}.${networks & 255}.7`;
}

/** The parts that may differ are removed: ids, date and remaining points. */
export function comparable({ status, headers, body }: TestResponse): unknown {
  const { challengeId, id = challengeId, ...rest } = body;
  const comparedHeaders = [...headers]
    .filter(([name]) => name !== 'date')
    .map(([name, value]) => [name, value.replace(uuid, 'id').replace(/\b[rt]=\d+/g, '')]);
  return { status, headers: comparedHeaders, idLength: id.length, rest };
}

const uuid = /[0-9a-f]{8}-[0-9a-f-]{27}/g;

export function expectSameResponses(responses: readonly TimedResponse[]): void {
  const [first, ...others] = responses.map(({ answer }) => comparable(answer));
  expect(first).toMatchObject({ status: 202 });
  for (const other of others) expect(other).toEqual(first);
}

let numbers = 0;

export function newNumber(start: string, digits: number): string {
  numbers++;
  return `${start}${String(numbers).padStart(digits, '0')}`;
}

/** Each in another block of ten thousand numbers; they repeat after 3,000. */
export function newMobile(): string {
  numbers++;
  return `+324${70 + (numbers % 30)}${String(Math.floor(numbers / 30) % 100).padStart(2, '0')}1234`;
}

export function newMobiles(count: number): string[] {
  return Array.from({ length: count }, () => newMobile());
}

const fullBlock = '+3246000';

/** An expensive range, and a block over its limit (after `fillBlock`). */
export const blocked = [() => newNumber('+32900', 5), () => newNumber(fullBlock, 4)] as const;

export async function fillBlock(identity: Identity): Promise<void> {
  for (let sent = 0; sent < 20; sent++) await requestCode(identity, newNumber(fullBlock, 4));
}

/** In blocks with the same share of every group in random order: all meet the same load. */
export async function requestShuffled<Group extends string>(
  send: (identifier: string) => Promise<TimedResponse>,
  groups: Record<Group, string[]>,
): Promise<Record<Group, TimedResponse[]>> {
  const names = Object.keys(groups) as Group[];
  const blocks = Math.min(...names.map((name) => groups[name].length));
  const results = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Group, TimedResponse[]>;
  for (let block = 0; block < blocks; block++) {
    const part = names.flatMap((name) => {
      const size = groups[name].length / blocks;
      return groups[name].slice(block * size, (block + 1) * size).map((identifier) => ({ name, identifier }));
    });
    for (const { name, identifier } of shuffle(part)) results[name].push(await send(identifier));
  }
  return results;
}

function shuffle<Item>(items: Item[]): Item[] {
  return items
    .map((item) => ({ item, order: Math.random() }))
    .sort((one, other) => one.order - other.order)
    .map(({ item }) => item);
}

/** One run of 100,000 fails by chance; 0.28 standard deviations are detected with 95 %. */
const significance = 1e-5;

/** Promise A2: the same distribution, by a Mann-Whitney test. */
export function expectSameTimes(a: readonly TimedResponse[], b: readonly TimedResponse[]): void {
  const p = mannWhitney({ a: a.map(({ ms }) => ms), b: b.map(({ ms }) => ms) });
  expect(p, `medians ${median(a)} and ${median(b)} ms`).toBeGreaterThan(significance);
}

function median(responses: readonly TimedResponse[]): number | undefined {
  return responses.map(({ ms }) => ms).sort((one, other) => one - other)[Math.floor(responses.length / 2)];
}
