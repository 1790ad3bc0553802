import { setTimeout as delay } from 'node:timers/promises';
import { openDb } from '@trust/service-kit/database/db';
import { sql } from 'kysely';

/** Clients send requests one after the other until `stop`: nine GETs of 10 ms to each POST. */
export function startLoad(url: string, { clients, pause }: { clients: number; pause: number }) {
  const statuses: Record<string, number> = {};
  const posts: string[] = [];
  let isStopped = false;
  // The problem of a failure says whether the gateway or a replica refused, and why.
  const answer = (method: string, id: string) =>
    fetch(`${url}/api/v1/things/${id}`, { method }).then(
      async (response) =>
        response.ok
          ? response.arrayBuffer().then(() => response.status)
          : `${response.status} ${await response.text()}`,
      (error) => String(error.cause ?? error),
    );
  const send = async (method: string, id: string) => {
    let status = await answer(method, id);
    // Replicas share the event loop of their test: a busy machine makes them shed load (promise L3).
    while (/overloaded/.test(`${status}`)) status = await delay(200).then(() => answer(method, id));
    statuses[`${method} ${status}`] = (statuses[`${method} ${status}`] ?? 0) + 1;
  };
  const client = async (name: number) => {
    for (let round = 0; !isStopped; round++) {
      if (round % 10 === 0) posts.push(`${name}-${round}`);
      await (round % 10 === 0 ? send('POST', `${name}-${round}`) : send('GET', '10'));
      await delay(pause);
    }
  };
  const running = Promise.all(Array.from({ length: clients }, (_, name) => client(name)));
  return {
    async stop() {
      isStopped = true;
      await running;
      return { statuses, posts };
    },
  };
}

export async function countEffects(url: string): Promise<{ requests: number; once: boolean } | undefined> {
  await using db = openDb<Record<never, never>>({ url });
  const { rows } = await sql<{ requests: number; once: boolean }>`
    select count(*)::int as requests, bool_and(last_seq = 1) as once from aggregate_sequence`.execute(db);
  return rows[0];
}
