import type { Actor } from '@trust/contracts/actor';
import { expect } from 'vitest';
import { rolledBack, type Transacting } from './rolled-back.ts';

type Entry = { key: string; allowed: boolean; reason: { code: string; text: string } | null };
type Thing = { id: string; actions: Entry[] };
type Answer = { status: number; body: { type?: string; detail?: string } };

type Compared<Tables> = {
  db: Transacting<Tables>;
  people: Readonly<Record<string, Actor>>;
  /** Of `people`, those who must read the thing, so that nothing is compared in vain. */
  readers: readonly string[];
  /** Undefined for who may not read it. */
  read: (actor: Actor) => Promise<readonly Thing[] | undefined>;
  /** Prepares a request that is right where the rules allow it. What it returns sends it, and all that this does is undone. */
  request: (key: string, thing: Thing, actor: Actor) => Promise<() => Promise<Answer>>;
};

/** Expects that `actions` say what each request then gets, for everybody (promise T7). The requests change nothing. */
export async function compareActions<Tables>({ db, people, readers, read, request }: Compared<Tables>): Promise<void> {
  const said: Record<string, string> = {};
  const got: Record<string, string> = {};
  const seenBy = new Set<string>();
  for (const [who, actor] of Object.entries(people))
    for (const thing of (await read(actor)) ?? [])
      for (const { key, reason } of thing.actions) {
        seenBy.add(who);
        const what = `${who}: ${key} of ${thing.id}`;
        said[what] = reason ? `${reason.code}: ${reason.text}` : 'allowed';
        const { status, body } = await rolledBack(db, await request(key, thing, actor));
        got[what] = status < 300 ? 'allowed' : `${body.type?.split('/').at(-1)}: ${body.detail}`;
      }
  expect(readers.filter((who) => !seenBy.has(who))).toEqual([]);
  expect(said).toEqual(got);
}
