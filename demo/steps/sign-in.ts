import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Answer, type Client, eventually, type Problem, type Session, UnexpectedResponse } from '../client.ts';

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
  const challengeId = await requestCode(client, identifier, note);
  const code = await eventually(
    `a code for ${identifier} in the mailbox`,
    async () => (await readMailbox(client, identifier)).find((mail) => mail.code && !known.has(mail.id))?.code,
  );
  const { body } = await client.expect<Tokens>(200, 'POST', `/auth/challenges/${challengeId}/verify`, {
    body: { code, sessionLabel: 'Demo' },
  });
  return sessionOf(identifier, body);
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

async function requestCode(client: Client, identifier: string, note: (line: string) => void): Promise<string> {
  const body = { channel: identifier.includes('@') ? 'email' : 'sms', identifier };
  for (;;) {
    const answer = await client.call<{ challengeId: string }>('POST', '/auth/challenges', { body });
    if (answer.status === 202) return answer.body.challengeId;
    const wait = Number(answer.headers.get('retry-after') ?? Number.POSITIVE_INFINITY);
    if (answer.status !== 429 || wait > maxWaitSeconds)
      throw new UnexpectedResponse('POST /auth/challenges', 202, answer);
    note(`${identifier} was sent a code recently; the next one in ${wait} s`);
    await delay(wait * 1000);
  }
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
