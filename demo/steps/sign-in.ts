import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Answer, type Client, eventually, type Problem, type Session } from '../client.ts';

type Tokens = {
  accessToken: string;
  refreshToken: string;
  session: { id: string; label: string };
};
type Mail = { id: string; code?: string; to: string };

export function newPhoneNumber(): string {
  return `+3361${String(randomInt(10_000_000)).padStart(7, '0')}`;
}

export async function signIn(
  client: Client,
  identifier: string,
  note: (line: string) => void = () => {},
): Promise<Session> {
  const known = new Set((await readMailbox(client, identifier)).map(({ id }) => id));
  const person = client.typed({ maxWaitMs: maxWaitSeconds * 1000, sleep: announcedSleep(identifier, note) });
  const channel = identifier.includes('@') ? 'email' : 'sms';
  const { challengeId } = await person.api.createChallenge({ body: { channel, identifier } });
  const code = await eventually(
    `a code for ${identifier} in the mailbox`,
    async () => (await readMailbox(client, identifier)).find((mail) => mail.code && !known.has(mail.id))?.code,
  );
  await person.signIn(challengeId, { code, sessionLabel: 'Demo' });
  return sessionOf(identifier, (await person.session.tokens()) as Tokens);
}

export function refresh(client: Client, session: Session): Promise<Answer<Tokens | Problem>> {
  return client.call('POST', '/auth/refresh', { body: { refreshToken: session.refreshToken } });
}

export function sessionOf(identifier: string, tokens: Tokens): Session {
  const { accessToken, refreshToken, session } = tokens;
  return { accessToken, refreshToken, identifier, sessionId: session.id };
}

async function readMailbox(client: Client, identifier: string): Promise<Mail[]> {
  const path = `/dev/mailbox?to=${encodeURIComponent(identifier)}`;
  return (await client.expect<{ items: Mail[] }>(200, 'GET', path)).body.items;
}

const maxWaitSeconds = 600;

function announcedSleep(identifier: string, note: (line: string) => void): (ms: number) => Promise<void> {
  return async (ms) => {
    if (ms > 1000) note(`${identifier} was sent a code recently; the next one in ${Math.round(ms / 1000)} s`);
    await delay(ms);
  };
}

/** Privileged writes require a sign-in within the last five minutes. */
const freshMs = 4 * 60_000;

/** An operator signs in again before a session is too old for privileged writes. */
export function operatorSessions(client: Client, note?: (line: string) => void): (name: string) => Promise<Session> {
  const sessions = new Map<string, { session: Promise<Session>; until: number }>();
  return (name) => {
    const known = sessions.get(name);
    if (known && performance.now() < known.until) return known.session;
    const session = signIn(client, `${name}@example.test`, note);
    sessions.set(name, { session, until: performance.now() + freshMs });
    return session;
  };
}
