import { createHash } from 'node:crypto';
import type { FieldCode } from '@trust/contracts/problem';
import { sql } from 'kysely';
import type { AnyTrx } from './db.ts';
import { Problem } from './problem.ts';
import { type Reply, reply } from './reply.ts';
import { seal, sealingKey, unseal } from './seal.ts';
import { atEnd, together } from './together.ts';

/** What the kit makes of an `Idempotency-Key` header. Handlers only pass it on to `once`. */
export type Idempotency = {
  key: string;
  /** Keys of different people and routes never meet. */
  actor: string;
  route: string;
  /** SHA-256 of method, path and canonical body. */
  fingerprint: Buffer;
  secret: string;
  now: Date;
};

const lifetimeHours = 24;

/**
 * Runs `work` once per key: in the business transaction itself, so that the effect and the record of it commit together
 * (promise C1). A repeat gets the stored answer with `Idempotency-Replayed: true`; another request under the same key, or one
 * while the first still runs, is 409. Without a key it just runs `work`. Problems thrown by `work` roll everything back and are
 * not stored.
 */
export async function once<Body>(
  trx: AnyTrx,
  idempotency: Idempotency | undefined,
  work: () => Promise<Reply<Body>>,
): Promise<Reply<Body>> {
  if (!idempotency) return work();
  const { actor, route, key, fingerprint, secret, now } = idempotency;
  const keyHash = createHash('sha256').update(key).digest();

  const lock = sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`${actor} ${route} ${keyHash.toString('hex')}`}, 0)) as free`;
  // A statement of its own: it has to see what the one who held the lock before has committed.
  const find = sql<{ fingerprint: Buffer; status: number; answer: Buffer }>`
    with forgotten as (
      delete from idempotency_key where actor = ${actor} and route = ${route} and key_hash = ${keyHash} and expires_at <= ${now}
    )
    select fingerprint, status, answer from idempotency_key
    where actor = ${actor} and route = ${route} and key_hash = ${keyHash} and expires_at > ${now}`;
  const [[taking], [stored]] = await together(trx, lock.compile(trx), find.compile(trx));
  if (!taking?.free) throw taken('idempotency_key_in_progress', 1);

  // Under a key of the caller's, so that who reads the row cannot read the answer.
  const sealing = sealingKey(secret, 'idempotent answer', key);
  if (stored) {
    if (!stored.fingerprint.equals(fingerprint)) throw taken('idempotency_key_reused');
    const { body, headers } = JSON.parse(unseal(sealing, stored.answer));
    return reply(body as Body, { status: stored.status, headers: { ...headers, 'Idempotency-Replayed': 'true' } });
  }

  const answer = await work();
  const expiresAt = new Date(now.getTime() + lifetimeHours * 3_600_000);
  const sealed = seal(sealing, JSON.stringify({ body: answer.body, headers: answer.headers }));
  atEnd(trx, () =>
    sql`
      insert into idempotency_key (actor, route, key_hash, fingerprint, status, answer, expires_at)
      values (${actor}, ${route}, ${keyHash}, ${fingerprint}, ${answer.status ?? 200}, ${sealed}, ${expiresAt})`.compile(
      trx,
    ),
  );
  return answer;
}

function taken(code: FieldCode<'idempotency-conflict'>, retryAfter?: number): Problem {
  return new Problem('idempotency-conflict', undefined, {
    errors: [{ field: 'Idempotency-Key', code }],
    ...(retryAfter && { retryAfter }),
  });
}
