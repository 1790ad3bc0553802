import type { Actor } from '@trust/contracts/actor';
import type { AuditedService } from '@trust/contracts/events/any';
import type { ProblemSlug } from '@trust/contracts/problems/problem';
import { sql } from 'kysely';
import type { AnyDatabase, AnyTrx } from '../database/transaction.ts';
import { pipeline } from '../database/transaction.ts';
import { startLoop } from '../loop.ts';
import type { Log } from '../observability/log.ts';
import type { Problem } from '../problems/problem.ts';
import { type Access, type Method, needsSession, type RequestInfo } from '../request-info.ts';
import { auditFor } from './audit.ts';

type Kit = { service: AuditedService; db: AnyDatabase };

const windowMs = 60_000;
const batchSize = 100;
const sweepMs = 5000;

const authorizationSlugs = new Set<ProblemSlug>([
  'step-up-required',
  'passkey-required',
  'enrolment-required',
  'forbidden',
  'not-found',
  'taken',
  'no-active-workspace',
  'separation-of-duties',
]);

/** Whether authorization refused a write of a signed-in actor (docs/domain/audit.md 9). */
export function isRefusal({ method, access }: { method: Method; access: Access }, { slug, extras }: Problem): boolean {
  return method !== 'get' && needsSession({ access }) && authorizationSlugs.has(slug) && !extras.isUnscoped;
}

type Refused = { actor: Actor; operation: string; slug: ProblemSlug; objectId: string | null };

/** Counts a refused write in a new transaction; equal ones within a minute share a row. */
export async function countRefusal(
  { service, db }: Kit,
  { actor, operation, slug, objectId }: Refused,
  { at, id, access }: Pick<RequestInfo, 'at' | 'id' | 'access'>,
): Promise<void> {
  const ended = sql<OpenRefusal>`
    delete from open_refusal
    where actor_id = ${actor.userId} and operation = ${operation} and slug = ${slug} and first_at <= ${windowStart(at)}
    returning *`;
  const counted = sql`
    insert into open_refusal as open (actor_id, operation, slug, first_at, last_at, session_id, permission, object_id, request_id)
    values (${actor.userId}, ${operation}, ${slug}, ${at}, ${at}, ${actor.sessionId}, ${access}, ${objectId}, ${id})
    on conflict (actor_id, operation, slug) do update
      set count = open.count + 1, last_at = greatest(open.last_at, excluded.last_at)`;
  await db.transact(async (trx) => {
    const [rows] = await pipeline(trx, ended.compile(trx), counted.compile(trx));
    await recordAll(trx, service, rows);
  });
}

/** Writes entries of finished windows, each on one replica only; returns their number. */
export async function flushRefusals({ service, db }: Kit, now: Date): Promise<number> {
  return db.transact(async (trx) => {
    const { rows } = await sql<OpenRefusal>`
      delete from open_refusal where (actor_id, operation, slug) in (
        select actor_id, operation, slug from open_refusal where first_at <= ${windowStart(now)}
        order by first_at limit ${sql.lit(batchSize)} for update skip locked)
      returning *`.execute(trx);
    await recordAll(trx, service, rows);
    return rows.length;
  });
}

export function startRefusalFlush({ now, log, ...kit }: Kit & { now: () => Date; log: Log }): AsyncDisposable {
  return startLoop(log, 'Failed to write refusals to the audit log', async ({ sleep }) => {
    while ((await flushRefusals(kit, now())) === batchSize);
    await sleep(sweepMs);
  });
}

type OpenRefusal = {
  actor_id: string;
  operation: string;
  slug: string;
  count: number;
  first_at: Date;
  last_at: Date;
  session_id: string;
  permission: string;
  object_id: string | null;
  request_id: string;
};

async function recordAll(trx: AnyTrx, service: AuditedService, rows: readonly OpenRefusal[]): Promise<void> {
  const audit = auditFor(service);
  for (const { actor_id, session_id, slug, count, ...row } of rows) {
    const actor = { userId: actor_id, sessionId: session_id };
    const request = { at: row.first_at, id: row.request_id, operation: row.operation, access: row.permission };
    const refusal = { slug, count, lastAt: row.last_at.toISOString() };
    await audit(trx, { actor, request }, { objectType: 'route', objectId: row.object_id, outcome: 'refused', refusal });
  }
}

function windowStart(now: Date): Date {
  return new Date(now.getTime() - windowMs);
}
