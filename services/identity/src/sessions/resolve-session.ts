import { setTimeout as delay } from 'node:timers/promises';
import { type Actor, actorAssertionAudience, actorAssertionIssuer } from '@trust/contracts/actor';
import { type OperatorRole, operatorPermissions, type RepresentativeRole } from '@trust/contracts/permissions';
import DataLoader from 'dataloader';
import { type importJWK, SignJWT } from 'jose';
import { sql } from 'kysely';
import type { Db } from '../app.ts';
import { markUsed } from './queries.ts';

export type AssertionKey = { key: Awaited<ReturnType<typeof importJWK>>; kid: string };
export type Resolved = {
  assertion: string;
  sessionId: string;
  userId: string;
  /** Not where a choice of workspace decides: the next request has to see it, whichever gateway gets it (ADR 0032). */
  mayCache: boolean;
};

const assertionSeconds = 60;
const sameBytesSeconds = 30;
const usedEverySeconds = 60;
const mostAtOnce = 200;
const longestHoldMs = 5;

/**
 * Turns the SHA-256 of an access token into an actor assertion, or undefined for a token that is unknown, expired or of an ended
 * session. Checks that arrive together, or while others are being looked up, share one statement; none is remembered. An unchanged
 * actor gets the same bytes for 30 s, so that services need not verify a new signature at each request.
 */
export function sessionResolver(db: Db, { key, kid }: AssertionKey, now: () => Date) {
  const recent = new Map<string, { claims: string; assertion: string; at: number }>();
  const lookUps = newLookUps((hashes: readonly Buffer[]) => findActors(db, hashes, now()));

  return async (tokenHash: Buffer): Promise<Resolved | undefined> => {
    const actor = await lookUps.load(tokenHash);
    if (!actor) return undefined;
    const { sessionId, userId } = actor;
    const told = { sessionId, userId, mayCache: actor.assignments.length < 2 };
    const seconds = Math.floor(now().getTime() / 1000);
    const claims = JSON.stringify(actor);
    const last = recent.get(sessionId);
    if (last && last.claims === claims && seconds - last.at < sameBytesSeconds) {
      return { assertion: last.assertion, ...told };
    }
    const assertion = await new SignJWT({ ...actor })
      .setProtectedHeader({ alg: 'EdDSA', kid })
      .setIssuer(actorAssertionIssuer)
      .setAudience(actorAssertionAudience)
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + assertionSeconds)
      .sign(key);
    if (recent.size > 10_000) recent.clear();
    recent.set(sessionId, { claims, assertion, at: seconds });
    return { assertion, ...told };
  };
}

/** One after the other, so that the busier it is the more share a statement; but nobody waits long for a slow one. */
function newLookUps(find: (hashes: readonly Buffer[]) => Promise<(Actor | undefined)[]>) {
  let underWay: Promise<unknown> = Promise.resolve();
  return new DataLoader<Buffer, Actor | undefined>(
    (hashes) => {
      const found = find(hashes);
      underWay = found.catch(() => {});
      return found;
    },
    {
      cache: false,
      maxBatchSize: mostAtOnce,
      batchScheduleFn: (begin) => void Promise.race([underWay, delay(longestHoldMs)]).then(() => setImmediate(begin)),
    },
  );
}

type ActorRow = {
  token_hash: Buffer;
  session_id: string;
  person_id: string;
  authenticated_at: number;
  used_long_ago: boolean;
  roles: OperatorRole[];
  assignments: { assignmentId: string; providerId: string; role: RepresentativeRole }[];
  workspace: string | null;
};

// The hottest query of the platform: one statement, one unique index, no Kysely builder in between (`performance.md` rule 5).
// Only an operator's session carries an operator's permissions, however the role and the session came about (promise A5).
async function findActors(db: Db, hashes: readonly Buffer[], now: Date): Promise<(Actor | undefined)[]> {
  const { rows } = await sql<ActorRow>`
    select t.token_hash, s.id as session_id, s.person_id, floor(extract(epoch from s.authenticated_at))::float8 as authenticated_at,
      s.last_used_at <= ${now}::timestamptz - make_interval(secs => ${usedEverySeconds}) as used_long_ago,
      array(select role from operator_grant g where g.person_id = s.person_id and s.kind = 'operator' order by role) as roles,
      coalesce((select jsonb_agg(jsonb_build_object('assignmentId', a.id, 'providerId', a.provider_id, 'role', a.role) order by a.id)
        from assignment a where a.user_id = s.person_id), '[]') as assignments,
      (select w.provider_id from assignment w where w.id = s.workspace_assignment_id) as workspace
    from access_token t join session s on s.id = t.session_id
    where t.token_hash = any(${hashes}) and t.expires_at > ${now} and s.state = 'active' and s.ends_at > ${now}`.execute(
    db,
  );
  const usedLongAgo = rows.filter((row) => row.used_long_ago).map((row) => row.session_id);
  if (usedLongAgo.length > 0) await markUsed(db, usedLongAgo, now);
  const byHash = new Map(rows.map((row) => [row.token_hash.toString('latin1'), actorOf(row)]));
  return hashes.map((hash) => byHash.get(hash.toString('latin1')));
}

function actorOf(row: ActorRow): Actor {
  return {
    userId: row.person_id,
    sessionId: row.session_id,
    authenticatedAt: row.authenticated_at,
    permissions: [...new Set(row.roles.flatMap((role) => operatorPermissions[role]))],
    assignments: row.assignments,
    ...(row.workspace && { workspaceProviderId: row.workspace }),
  };
}
