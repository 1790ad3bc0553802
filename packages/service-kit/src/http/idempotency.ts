import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { FieldCode } from '@trust/contracts/problems/problem';
import { type QueryExecutorProvider, sql } from 'kysely';
import type { AnyTrx, RowLists, Statements } from '../database/transaction.ts';
import { beforeCommit, pipeline } from '../database/transaction.ts';
import { Problem } from '../problems/problem.ts';
import { seal, sealingKeys, unsealWithAny } from '../sealing/seal.ts';
import type { Secret } from '../sealing/secret.ts';
import { type Reply, reply } from './reply.ts';

export type Idempotency = {
  key: string;
  actor: string;
  route: string;
  fingerprint: Buffer;
  secret: Secret;
  now: Date;
  /** `read`: only an id is stored (`onceThenRead`). */
  repeat?: Repeat;
};

export type Repeat = 'stored' | 'read';

const lifetimeHours = 24;

const used = new WeakSet<Idempotency>();

/** Whether `once` was called with the key of a request. */
export function isUsed(idempotency: Idempotency): boolean {
  return used.has(idempotency);
}

type StoredAnswer = { fingerprint: Buffer; status: number; answer: Buffer };

/** Takes no lock: `once` checks again. */
export async function findStoredResponse(
  db: QueryExecutorProvider,
  idempotency: Idempotency,
): Promise<Reply<unknown> | undefined> {
  const { rows } = await storedAnswer(idempotency).execute(db);
  return rows[0] && replay(rows[0], idempotency);
}

/**
 * Runs `work` once per key (promise C1); a repeat returns the stored response. A different or
 * parallel request is 409. Does not store problems or `changed: false`. The statements `first`,
 * which lock or read, are sent with the check; `work` gets their rows.
 */
export async function once<Body, Rows extends unknown[] = []>(
  trx: AnyTrx,
  idempotency: Idempotency | undefined,
  work: (rows: RowLists<Rows>) => Promise<Reply<Body>>,
  first = [] as unknown as Statements<Rows>,
): Promise<Reply<Body>> {
  assertRepeat(idempotency, 'stored');
  return keep(trx, idempotency, work, first);
}

/**
 * As `once`, for an answer with words of others, which an erasure deletes: `work` returns an id, which is all that is
 * stored, and `read` makes the answer, of a repeat too. It checks again who may read.
 */
export async function onceThenRead<Body>(
  trx: AnyTrx,
  idempotency: Idempotency | undefined,
  work: () => Promise<Reply<string>>,
  read: (id: string) => Promise<Body>,
): Promise<Reply<Body>> {
  assertRepeat(idempotency, 'read');
  const { body: id, status = 200, ...rest } = await keep(trx, idempotency, work, []);
  return reply(await read(id), { ...rest, status });
}

/** Deletes the stored answers of a person. */
export async function deleteStoredAnswers(trx: AnyTrx, actor: string): Promise<void> {
  await sql`delete from idempotency_key where actor = ${actor}`.execute(trx);
}

function assertRepeat(idempotency: Idempotency | undefined, repeat: Repeat): void {
  if (idempotency && (idempotency.repeat ?? 'stored') !== repeat)
    throw new Error(`${idempotency.route} declares another \`repeat\` than its handler has.`);
}

async function keep<Body, Rows extends unknown[]>(
  trx: AnyTrx,
  idempotency: Idempotency | undefined,
  work: (rows: RowLists<Rows>) => Promise<Reply<Body>>,
  first: Statements<Rows>,
): Promise<Reply<Body>> {
  if (!idempotency) return work(await pipeline<Rows>(trx, ...first));
  used.add(idempotency);
  const { actor, route, fingerprint, now } = idempotency;
  const keyHash = hashOf(idempotency);

  const lock = sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`${actor} ${route} ${keyHash.toString('hex')}`}, 0)) as free`;
  // A separate statement, to see what the previous lock holder committed.
  const find = storedAnswer(idempotency);
  const checks = [lock.compile(trx), find.compile(trx), ...first] as Statements<
    [{ free: boolean }, StoredAnswer, ...Rows]
  >;
  const [[taking], [stored], ...rows] = await pipeline(trx, ...checks);
  if (!taking?.free) throw taken('idempotency_key_in_progress', 1);
  if (stored) return replay<Body>(stored, idempotency);

  const answer = await work(rows as RowLists<Rows>);
  if (!answer.changed) return answer;
  const expiresAt = new Date(now.getTime() + lifetimeHours * 3_600_000);
  const text = JSON.stringify({ body: answer.body, headers: answer.headers });
  const sealed = seal(sealingOf(idempotency)[0], deflateRawSync(text));
  const insertion = sql`
      insert into idempotency_key (actor, route, key_hash, fingerprint, status, answer, expires_at)
      values (${actor}, ${route}, ${keyHash}, ${fingerprint}, ${answer.status ?? 200}, ${sealed}, ${expiresAt})
      on conflict (actor, route, key_hash) do update set
        fingerprint = excluded.fingerprint, status = excluded.status, answer = excluded.answer, expires_at = excluded.expires_at`;
  beforeCommit(trx, () => insertion.compile(trx));
  return answer;
}

function storedAnswer(idempotency: Idempotency) {
  const { actor, route, now } = idempotency;
  return sql<StoredAnswer>`
    select fingerprint, status, answer from idempotency_key
    where actor = ${actor} and route = ${route} and key_hash = ${hashOf(idempotency)} and expires_at > ${now}`;
}

function replay<Body>(stored: StoredAnswer, idempotency: Idempotency): Reply<Body> {
  if (!stored.fingerprint.equals(idempotency.fingerprint)) throw taken('idempotency_key_reused');
  const { body, headers } = JSON.parse(inflateRawSync(unsealWithAny(sealingOf(idempotency), stored.answer)).toString());
  return reply(body as Body, {
    status: stored.status,
    headers: { ...headers, 'Idempotency-Replayed': 'true' },
    isReplayed: true,
  });
}

function hashOf({ key }: Idempotency): Buffer {
  return createHash('sha256').update(key).digest();
}

/** The key derives from the client's, so the row alone does not reveal the response. */
function sealingOf({ secret, key }: Idempotency) {
  return sealingKeys(secret, 'idempotent answer', key);
}

function taken(code: FieldCode<'idempotency-conflict'>, retryAfter?: number): Problem {
  return new Problem('idempotency-conflict', undefined, {
    errors: [{ field: 'Idempotency-Key', code }],
    ...(retryAfter && { retryAfter }),
  });
}
