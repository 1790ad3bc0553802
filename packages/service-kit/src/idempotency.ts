import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import type { FieldCode } from '@trust/contracts/problem';
import { sql } from 'kysely';
import type { AnyTrx } from './db.ts';
import { Problem } from './problem.ts';
import { type Reply, reply } from './reply.ts';

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
  const { actor, route, key, fingerprint, now } = idempotency;
  const keyHash = createHash('sha256').update(key).digest();

  const { rows: locks } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`${actor} ${route} ${keyHash.toString('hex')}`}, 0)) as free`.execute(
    trx,
  );
  if (!locks[0]?.free) throw taken('idempotency_key_in_progress', 1);

  await sql`delete from idempotency_key where actor = ${actor} and route = ${route} and key_hash = ${keyHash} and expires_at <= ${now}`.execute(
    trx,
  );
  const { rows } = await sql<{ fingerprint: Buffer; status: number; answer: Buffer }>`
    select fingerprint, status, answer from idempotency_key
    where actor = ${actor} and route = ${route} and key_hash = ${keyHash}`.execute(trx);
  const stored = rows[0];
  if (stored) {
    if (!stored.fingerprint.equals(fingerprint)) throw taken('idempotency_key_reused');
    const { body, headers } = JSON.parse(decrypt(idempotency, stored.answer));
    return reply(body as Body, { status: stored.status, headers: { ...headers, 'Idempotency-Replayed': 'true' } });
  }

  const answer = await work();
  const expiresAt = new Date(now.getTime() + lifetimeHours * 3_600_000);
  const sealed = encrypt(idempotency, JSON.stringify({ body: answer.body, headers: answer.headers }));
  await sql`
    insert into idempotency_key (actor, route, key_hash, fingerprint, status, answer, expires_at)
    values (${actor}, ${route}, ${keyHash}, ${fingerprint}, ${answer.status ?? 200}, ${sealed}, ${expiresAt})`.execute(
    trx,
  );
  return answer;
}

function taken(code: FieldCode<'idempotency-conflict'>, retryAfter?: number): Problem {
  return new Problem('idempotency-conflict', undefined, {
    errors: [{ field: 'Idempotency-Key', code }],
    ...(retryAfter && { retryAfter }),
  });
}

function keyFor({ key, secret }: Idempotency): Buffer {
  return Buffer.from(hkdfSync('sha256', key, secret, 'idempotent answer', 32));
}

function encrypt(idempotency: Idempotency, text: string): Buffer {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyFor(idempotency), iv);
  return Buffer.concat([iv, cipher.update(text), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(idempotency: Idempotency, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', keyFor(idempotency), sealed.subarray(0, 12), { authTagLength: 16 });
  decipher.setAuthTag(sealed.subarray(-16));
  return `${decipher.update(sealed.subarray(12, -16))}${decipher.final()}`;
}
