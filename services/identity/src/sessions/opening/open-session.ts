import type { App, Trx } from '../../app.ts';
import { isSignedOut } from '../../from-other-services/emergency-actions/emergency-actions.ts';
import { findRoles } from '../../people/roles.ts';
import { findSealer } from '../../people/subject-keys.ts';
import { announcePresence } from '../announce-presence.ts';
import type { Device } from '../device.ts';
import { hashToken } from '../hash-token.ts';
import { insertAccessToken, insertRefreshToken, insertSession, type SessionRow } from '../queries.ts';
import type { Tokens } from '../schema.ts';

const accessMinutes = 10;
const minutes = 60;
const days = 24 * 60 * minutes;

// In seconds (docs/domain/sign-in-and-sessions.md 27).
const lifetimes = {
  member: { idle: 30 * days, absolute: 90 * days },
  operator: { idle: 30 * minutes, absolute: 12 * 60 * minutes },
};

/**
 * Always a new session id, to prevent session fixation (promise A9). Undefined if the person was erased meanwhile, or
 * an emergency action signs the person out: the caller refuses the sign-in.
 */
export async function openSession(
  trx: Trx,
  app: App,
  {
    personId,
    label,
    device,
    deviceHash,
    passkeyId,
  }: { personId: string; label: string; device: Device; deviceHash: Buffer | null; passkeyId: string | null },
): Promise<Tokens | undefined> {
  const now = app.now();
  const sealer = await findSealer(trx, app.vault, personId);
  // The person was erased meanwhile.
  if (!sealer) return undefined;
  const kind = (await findRoles(trx, personId)).length > 0 ? 'operator' : 'member';
  const { idle, absolute } = lifetimes[kind];
  const session = {
    id: app.newId(),
    person_id: personId,
    kind,
    sealed_label: sealer.seal('session label', label),
    device_kind: device.kind,
    device_browser: device.browser,
    device_system: device.system,
    device_hash: deviceHash,
    authenticated_at: now,
    authenticated_by: passkeyId === null ? 'one_time_code' : 'passkey',
    passkey_id: passkeyId,
    created_at: now,
    last_used_at: now,
    idle_seconds: idle,
    ends_at: new Date(now.getTime() + absolute * 1000),
  };
  await insertSession(trx, session);
  // After the insert, which waits for an action that is being applied to the person.
  if (await isSignedOut(trx, personId, now)) return undefined;
  return issueTokens(trx, app, { ...session, label }, 1);
}

type TokenHolder = Pick<SessionRow, 'id' | 'kind' | 'person_id' | 'idle_seconds' | 'ends_at'> & { label: string };

/** Stores only hashes. No token expires after the session ends. */
export async function issueTokens(trx: Trx, app: App, session: TokenHolder, generation: number): Promise<Tokens> {
  const now = app.now().getTime();
  const accessToken = app.newToken();
  const refreshToken = app.newToken();
  const accessEnd = new Date(Math.min(now + accessMinutes * 60_000, session.ends_at.getTime()));
  const refreshEnd = new Date(Math.min(now + session.idle_seconds * 1000, session.ends_at.getTime()));
  await insertAccessToken(trx, { token_hash: hashToken(accessToken), session_id: session.id, expires_at: accessEnd });
  await insertRefreshToken(trx, {
    token_hash: hashToken(refreshToken),
    session_id: session.id,
    generation,
    expires_at: refreshEnd,
  });
  if (session.kind === 'operator') await announcePresence(trx, session.person_id, accessEnd, app.now());
  return {
    accessToken,
    accessTokenExpiresAt: accessEnd.toISOString(),
    refreshToken,
    refreshTokenExpiresAt: refreshEnd.toISOString(),
    session: { id: session.id, label: session.label },
  };
}
