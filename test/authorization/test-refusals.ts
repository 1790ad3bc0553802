import { auditedServices } from '@trust/contracts/events/any';
import { describe, expect, test } from 'vitest';
import { eventually, type Session } from '../../demo/client.ts';
import type { Problem } from '../raw-client.ts';
import type { ActorName } from './actors.ts';
import { operationOf, readMatrix } from './document.ts';
import { actorsFrom, refusedOfEachKind } from './refused.ts';
import { requestFor } from './requests.ts';
import type { World } from './world.ts';

type Counts = Map<string, number>;

const slugs = ['step-up-required', 'forbidden', 'not-found', 'no-active-workspace', 'separation-of-duties'];
const refused: Counts = new Map();

export function testRefusals(world: () => World): void {
  describe('P1 rejected writes', () => {
    test('records each kind of refusal of every write with its slug, and counts repetitions', async () => {
      const before = await recorded(world());
      const people = await idsOf(world());
      const rows = readMatrix().rows.filter(({ request }) => requestFor(request, world())?.method !== 'GET');
      for (const [index, row] of rows.entries()) {
        const { request } = row;
        const operationRequest = requestFor(request, world());
        const names = refusedOfEachKind(row, actorsFrom(index)).filter((name) => people.has(name));
        if (!operationRequest) throw new Error(`Say in requests.ts how ${request} is asked.`);
        await Promise.all(
          names.map(async (name) => {
            const { method, path, options } = operationRequest;
            const { body } = await world().client.call<Problem>(method, path, {
              ...options,
              as: world().sessions[name],
            });
            const slug = body.type.split('/').at(-1) ?? '';
            if (slugs.includes(slug)) add(refused, `${people.get(name)} ${operationOf(request)} ${slug}`, 1);
          }),
        );
      }
      expect(new Set([...refused.keys()].map((key) => key.split(' ')[2]))).toEqual(
        new Set(slugs.filter((slug) => slug !== 'step-up-required')),
      );
      const after = await recorded(world());
      for (const [key, count] of before) add(after, key, -count);
      const added = [...after].filter(([, count]) => count !== 0);
      expect(Object.fromEntries(added.sort())).toEqual(Object.fromEntries([...refused].sort()));
    });
  });
}

/** Call it last: a refused write becomes an entry one minute later; all other tests use that minute. */
export function testRefusalsInChain(world: () => World): void {
  test('P1 every rejected write has an entry in the audit chain', async () => {
    expect(refused.size).toBeGreaterThan(0);
    await eventually(
      'all refusals are in the chain',
      async () => {
        const chained = countsOf(
          await world().platform.rows<Row>(
            'operations',
            `select entry::jsonb ->> 'actorId' as user, entry::jsonb ->> 'action' as operation, ${ofRefusal('entry::jsonb')}
             from audit_entry where entry::jsonb ? 'refusal'`,
          ),
        );
        return [...refused].every(([key, count]) => (chained.get(key) ?? 0) >= count) || undefined;
      },
      120_000,
    );
  }, 180_000);
}

type Row = { user: string; operation: string; slug: string; count: number };

const ofRefusal = (json: string) =>
  `${json} -> 'refusal' ->> 'slug' as slug, (${json} -> 'refusal' ->> 'count')::int as count`;

async function recorded({ platform }: World): Promise<Counts> {
  const rows = await Promise.all(
    auditedServices.map((service) =>
      platform.rows<Row>(
        service,
        `select actor_id::text as user, operation, slug, count from open_refusal
         union all
         select payload ->> 'actorId', payload ->> 'action', ${ofRefusal('payload')} from outbox where payload ? 'refusal'`,
      ),
    ),
  );
  return countsOf(rows.flat());
}

function countsOf(rows: Row[]): Counts {
  const counts: Counts = new Map();
  for (const { user, operation, slug, count } of rows) add(counts, `${user} ${operation} ${slug}`, count);
  return counts;
}

function add(counts: Counts, key: string, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
}

async function idsOf({ client, sessions }: World): Promise<Map<ActorName, string>> {
  const signedIn = Object.entries(sessions).filter(
    ([name, session]) => session && name !== 'expired' && name !== 'revoked',
  ) as [ActorName, Session][];
  const found = signedIn.map(async ([name, as]) => {
    const { body } = await client.expect<{ id: string }>(200, 'GET', '/account/profile', { as });
    return [name, body.id] as const;
  });
  return new Map(await Promise.all(found));
}
