import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { serviceDatabases } from '../../deploy/local/services.ts';
import { openDatabase } from '../databases.ts';
import { superuserUrl } from './fill.ts';
import type { Call, Route, Sample } from './routes.ts';

export type Target = { folder: string; url: string; sample: Sample };

/** Fewer than the limit of any caller in a minute. */
const betweenResets = 20;
/** An operator has at most five claims. */
const claimsAtOnce = 4;
/** Services reject requests while other programs use the processors. More of it is no measurement. */
const maxOverloaded = 5;
let turn = 0;

/** Sends `count` requests, one after the other, and returns the milliseconds of each. */
export async function send(target: Target, route: Route, count: number): Promise<number[]> {
  const times: number[] = [];
  let overloaded = 0;
  await using operations = await openDatabase(superuserUrl(target.folder, 'operations'));
  for (let sent = 0; times.length < count; sent++) {
    if (sent % betweenResets === 0) await resetLimits(target.folder);
    if (route.name === 'claimNextTriageItem' && sent % claimsAtOnce === 0)
      await operations.client.query('delete from triage_claim');
    const call = route.call(target.sample, turn++);
    const started = performance.now();
    const response = await request(target.url, call);
    const text = await response.text();
    const ms = performance.now() - started;
    if (response.status === 503 && ++overloaded <= maxOverloaded) await delay(3000);
    else {
      check(route, call, response, text);
      times.push(ms);
    }
  }
  return times;
}

/** Until every service answers again after its connections to Postgres ended. */
export async function awaitResponses({ url, sample }: Target, routes: readonly Route[]): Promise<void> {
  for (const route of routes)
    for (;;) {
      const response = await request(url, route.call(sample, turn++));
      await response.arrayBuffer();
      if (response.status < 500) break;
      await delay(500);
    }
}

async function resetLimits(folder: string): Promise<void> {
  for (const name of serviceDatabases) {
    await using db = await openDatabase(superuserUrl(folder, name));
    await db.client.query('truncate rate_limit');
  }
}

function request(url: string, { method, path, token, body }: Call): Promise<Response> {
  return fetch(`${url}/api/v1${path}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(method === 'POST' && { 'idempotency-key': randomUUID() }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

/** A failed or empty response is fast, and would be measured as a good one. */
function check({ name }: Route, { method, path }: Call, { ok, status }: Response, text: string): void {
  const what = `${name} (${method} ${path})`;
  if (!ok) throw new Error(`${what} failed with ${status}, so the run is not valid: ${text.slice(0, 500)}`);
  const { items } = JSON.parse(text);
  if (Array.isArray(items) && items.length === 0) throw new Error(`${what} returned no items. Fill the platform anew.`);
}
