import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Answer, type Client, eventually, type Problem, type Session, Unexpected } from '../client.ts';

type Tokens = {
  accessToken: string;
  refreshToken: string;
  session: { id: string; label: string };
};
type Mail = { id: string; code?: string; to: string };

/** A mobile number that nobody has used here yet. */
export function newPhoneNumber(): string {
  return `+3361${String(randomInt(10_000_000)).padStart(7, '0')}`;
}

export async function signIn(
  client: Client,
  identifier: string,
  tell: (line: string) => void = () => {},
): Promise<Session> {
  const known = new Set((await readMailbox(client, identifier)).map(({ id }) => id));
  const challengeId = await askForCode(client, identifier, tell);
  const code = await eventually(
    `a code for ${identifier} in the mailbox`,
    async () => (await readMailbox(client, identifier)).find((mail) => mail.code && !known.has(mail.id))?.code,
  );
  const { body } = await client.expect<Tokens>(200, 'POST', `/auth/challenges/${challengeId}/verify`, {
    body: { code, sessionLabel: 'The story' },
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

const longestWait = 600;

/** The operators are the same in every story, and somebody who has just been sent a code has to wait for the next. */
async function askForCode(client: Client, identifier: string, tell: (line: string) => void): Promise<string> {
  const body = { channel: identifier.includes('@') ? 'email' : 'sms', identifier };
  for (;;) {
    const answer = await client.call<{ challengeId: string }>('POST', '/auth/challenges', { body });
    if (answer.status === 202) return answer.body.challengeId;
    const wait = Number(answer.headers.get('retry-after') ?? Number.POSITIVE_INFINITY);
    if (answer.status !== 429 || wait > longestWait) throw new Unexpected('POST /auth/challenges', 202, answer);
    tell(`${identifier} was sent a code a moment ago; the next one in ${wait} s`);
    await delay(wait * 1000);
  }
}

/** Privileged writes want a sign-in younger than five minutes. */
const freshMs = 4 * 60_000;

/** The sessions of operators by name, each signed in again before it is too old for a privileged write. */
export function operatorSessions(client: Client, tell?: (line: string) => void): (name: string) => Promise<Session> {
  const sessions = new Map<string, { session: Promise<Session>; until: number }>();
  return (name) => {
    const known = sessions.get(name);
    if (known && performance.now() < known.until) return known.session;
    const session = signIn(client, `${name}@example.test`, tell);
    sessions.set(name, { session, until: performance.now() + freshMs });
    return session;
  };
}
