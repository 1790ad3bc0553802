import { type Actor, actorAssertionAudience, actorAssertionIssuer } from '@trust/contracts/actor';
import { type OperatorRole, operatorPermissions, type RepresentativeRole } from '@trust/contracts/permissions';
import { batchLoader } from '@trust/service-kit/database/batch-loader';
import { type importJWK, SignJWT } from 'jose';
import { sql } from 'kysely';
import type { Db } from '../../app.ts';
import { markUsed } from '../queries.ts';

export type AssertionKey = { key: Awaited<ReturnType<typeof importJWK>>; kid: string };
export type Resolved = {
  assertion: string;
  sessionId: string;
  userId: string;
  /** False if the next request on any replica must see a new workspace (docs/domain/sign-in-and-sessions.md 44). */
  mayCache: boolean;
};

const assertionSeconds = 60;
const reuseSeconds = 30;
const lastUsedIntervalSeconds = 60;
const maxBatchSize = 200;

/**
 * Finds sessions by their token's SHA-256 in hex. Never caches look-ups. An unchanged actor keeps its
 * assertion 30 s, so it is verified once.
 */
export function sessionResolver(
  db: Db,
  { key, kid }: AssertionKey,
  { now, arePasskeysRequired }: { now: () => Date; arePasskeysRequired: boolean },
) {
  const recent = new Map<string, { claims: string; assertion: string; at: number }>();
  const actors = batchLoader(
    (hashes: readonly string[]) => findActors(db, hashes, { now: now(), arePasskeysRequired }),
    { maxBatchSize },
  );

  return async (tokenHash: string): Promise<Resolved | undefined> => {
    const actor = await actors.load(tokenHash);
    if (!actor) return undefined;
    const { sessionId, userId } = actor;
    const session = { sessionId, userId, mayCache: actor.assignments.length < 2 && !actor.hasEndedWorkspace };
    const seconds = Math.floor(now().getTime() / 1000);
    const claims = JSON.stringify(actor);
    const last = recent.get(sessionId);
    if (last && last.claims === claims && seconds - last.at < reuseSeconds) {
      return { assertion: last.assertion, ...session };
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
    return { assertion, ...session };
  };
}

type ActorRow = {
  hash: string;
  session_id: string;
  person_id: string;
  authenticated_at: number;
  authenticated_by: string;
  is_stale: boolean;
  roles: OperatorRole[];
  assignments: { assignmentId: string; providerId: string; role: RepresentativeRole }[];
  workspace: string | null;
  has_chosen: boolean;
};

async function findActors(
  db: Db,
  hashes: readonly string[],
  { now, arePasskeysRequired }: { now: Date; arePasskeysRequired: boolean },
): Promise<(Actor | undefined)[]> {
  const { rows } = await usableSessions(hashes, now).execute(db);
  const staleSessions = rows.filter((row) => row.is_stale).map((row) => row.session_id);
  if (staleSessions.length > 0) await markUsed(db, staleSessions, now);
  const byHash = new Map(rows.map((row) => [row.hash, actorOf(row, arePasskeysRequired)]));
  return hashes.map((hash) => byHash.get(hash));
}

/**
 * Every request of the platform runs this query: no query builder (docs/architecture.md 45). Only
 * sessions of kind `operator` carry operator permissions (promise A5). The form of the look-up
 * makes Postgres keep one plan that uses the index of the hashes (ADR 0103).
 */
export function usableSessions(hashes: readonly string[], now: Date) {
  return sql<ActorRow>`
    select wanted.hash, s.id as session_id, s.person_id, floor(extract(epoch from s.authenticated_at))::float8 as authenticated_at,
      s.authenticated_by, s.last_used_at <= ${now}::timestamptz - make_interval(secs => ${lastUsedIntervalSeconds}) as is_stale,
      array(select role from operator_grant g where g.person_id = s.person_id and s.kind = 'operator' order by role) as roles,
      coalesce((select jsonb_agg(jsonb_build_object('assignmentId', a.id, 'providerId', a.provider_id, 'role', a.role) order by a.id)
        from assignment a where a.user_id = s.person_id), '[]') as assignments,
      (select w.provider_id from assignment w where w.id = s.workspace_assignment_id) as workspace,
      s.workspace_assignment_id is not null as has_chosen
    from json_array_elements_text(${JSON.stringify(hashes)}::json) as wanted (hash) cross join lateral (
      select s.* from access_token t join session s on s.id = t.session_id
      where t.token_hash = decode(wanted.hash, 'hex') and t.expires_at > ${now} and s.state = 'active' and s.ends_at > ${now}
      offset 0) s`;
}

export const passkeyRoles: readonly OperatorRole[] = ['reviewer', 'decider', 'supervisor', 'security'];

function actorOf(row: ActorRow, arePasskeysRequired: boolean): Actor {
  const isPasskeyRole = row.roles.some((role) => passkeyRoles.includes(role));
  return {
    userId: row.person_id,
    sessionId: row.session_id,
    authenticatedAt: row.authenticated_at,
    ...(arePasskeysRequired && isPasskeyRole && row.authenticated_by !== 'passkey' && { needsPasskey: true }),
    permissions: [...new Set(row.roles.flatMap((role) => operatorPermissions[role]))],
    assignments: row.assignments,
    ...(row.workspace && { workspaceProviderId: row.workspace }),
    ...(row.has_chosen && !row.workspace && { hasEndedWorkspace: true }),
  };
}
