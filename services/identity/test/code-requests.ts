import type { Actor } from '@trust/contracts/actor';
import type { TestResponse } from '@trust/service-testing/service';
import { createPerson } from '../src/account/queries.ts';
import { mannWhitney, ratioOfMedians } from './mann-whitney.ts';
import type { startIdentity } from './service.ts';

type Identity = Awaited<ReturnType<typeof startIdentity>>;
type Asked = { answer: TestResponse; ms: number };

/** Lets somebody be known under each number; returns the numbers. */
export async function createPersonsAt({ app, db, clock }: Identity, numbers: string[]): Promise<string[]> {
  const at = clock.now;
  await db.transact(async (trx) => {
    for (const identifier of numbers)
      await createPerson(trx, app.vault, { id: app.newId(), channel: 'sms', identifier, verifiedAt: at, now: at });
  });
  return numbers;
}

let asked = 0;

/** Asks for a code from a network of its own, so that no limit of the caller speaks. */
export function requestCode(identity: Identity, identifier: string, ip = nextIp()): Promise<Asked> {
  return ask(identity, '/auth/challenges', identifier, { 'x-forwarded-for': ip });
}

/** The same for somebody who wants to add the number or address to their account. */
export function requestContactPoint(identity: Identity, actor: Actor, identifier: string): Promise<Asked> {
  return ask(identity, '/account/contact-points', identifier, { 'x-forwarded-for': nextIp() }, actor);
}

async function ask(
  identity: Identity,
  path: string,
  identifier: string,
  headers: Record<string, string>,
  actor?: Actor,
): Promise<Asked> {
  const channel = identifier.includes('@') ? 'email' : 'sms';
  const options = { body: { channel, identifier }, headers, ...(actor && { actor }) };
  const started = performance.now();
  const answer = await identity.post(path, options);
  return { answer, ms: performance.now() - started };
}

function nextIp(): string {
  asked++;
  return `10.${asked >> 8}.${asked & 255}.7`;
}

/** What of an answer must not depend on who is asked for: everything but the ids, the date and what is left to the caller. */
export function comparable({ status, headers, body }: TestResponse): unknown {
  const { challengeId, id = challengeId, ...rest } = body;
  const shown = [...headers]
    .filter(([name]) => name !== 'date')
    .map(([name, value]) => [name, value.replace(uuid, 'id').replace(/\b[rt]=\d+/g, '')]);
  return { status, shown, idLength: id.length, rest };
}

let numbers = 0;

/** Another number each time: what is given, and so many digits. */
export function newNumber(start: string, digits: number): string {
  numbers++;
  return `${start}${String(numbers).padStart(digits, '0')}`;
}

/** A Belgian mobile number, each of another block of ten thousand. */
export function newMobile(): string {
  numbers++;
  return `+324${70 + (numbers % 30)}${String(Math.floor(numbers / 30) % 100).padStart(2, '0')}1234`;
}

const uuid = /[0-9a-f]{8}-[0-9a-f-]{27}/g;

/**
 * Asks for all identifiers of all groups, one at a time, shuffled in blocks so that every group meets the same moments of the
 * machine; returns the answers and times of each.
 */
export async function requestShuffled<Group extends string>(
  ask: (identifier: string) => Promise<Asked>,
  groups: Record<Group, string[]>,
): Promise<Record<Group, Asked[]>> {
  const names = Object.keys(groups) as Group[];
  const blocks = Math.min(...names.map((name) => groups[name].length));
  const results = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Group, Asked[]>;
  for (let block = 0; block < blocks; block++) {
    const part = names.flatMap((name) => {
      const size = groups[name].length / blocks;
      return groups[name].slice(block * size, (block + 1) * size).map((identifier) => ({ name, identifier }));
    });
    part.sort(() => Math.random() - 0.5);
    for (const { name, identifier } of part) results[name].push(await ask(identifier));
  }
  return results;
}

/** Whether the times of two groups may be of one kind: medians within a half, and no difference of ranks that chance makes once in 100. */
export function areAlike(a: Asked[], b: Asked[]): boolean {
  const samples = { a: a.map(({ ms }) => ms), b: b.map(({ ms }) => ms) };
  const ratio = ratioOfMedians(samples);
  return mannWhitney(samples) > 0.01 && ratio > 2 / 3 && ratio < 1.5;
}
