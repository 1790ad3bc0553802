import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Tokens } from '../../packages/client/src/client.ts';
import { type Client, eventually, type Session } from '../client.ts';

export type Mail = { id: string; challengeId?: string; code?: string; template: string };

export function newPhoneNumber(): string {
  return `+3361${String(randomInt(10_000_000)).padStart(7, '0')}`;
}

export async function signIn(
  client: Client,
  identifier: string,
  note: (line: string) => void = () => {},
): Promise<Session> {
  const person = client.withoutSession({ maxWaitMs: maxWaitSeconds * 1000, sleep: announcedSleep(identifier, note) });
  const channel = identifier.includes('@') ? 'email' : 'sms';
  const { challengeId } = await person.api.createChallenge({ body: { channel, identifier } });
  const code = await eventually(
    `a code for ${identifier} in the mailbox`,
    async () => (await readMailbox(client, identifier)).find((mail) => mail.challengeId === challengeId)?.code,
  );
  await person.signIn(challengeId, { code, sessionLabel: 'Demo' });
  return sessionOf(identifier, (await person.session.tokens()) as Tokens);
}

/** The session with new tokens. The given refresh token ends the session if it is sent again. */
export async function refresh(client: Client, { identifier, refreshToken }: Session): Promise<Session> {
  const tokens = await client.withoutSession().api.refreshSession({ body: { refreshToken } });
  return sessionOf(identifier, tokens as Tokens);
}

function sessionOf(identifier: string, { accessToken, refreshToken, session }: Tokens): Session {
  return { accessToken, refreshToken, identifier, sessionId: session.id };
}

export async function readMailbox(client: Client, identifier: string): Promise<Mail[]> {
  const address = `${client.url}/dev/mailbox?to=${encodeURIComponent(identifier)}`;
  const response = await client.send(new Request(address));
  if (!response.ok) throw new Error(`GET ${address} failed with ${response.status}. Only npm start has a mailbox.`);
  return ((await response.json()) as { items: Mail[] }).items;
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
    const current = sessions.get(name);
    if (current && performance.now() < current.until) return current.session;
    const session = signIn(client, `${name}@example.test`, note);
    sessions.set(name, { session, until: performance.now() + freshMs });
    return session;
  };
}
