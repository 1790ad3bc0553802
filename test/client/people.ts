import { eventually } from '../../demo/client.ts';
import { newPhoneNumber } from '../../demo/steps/sign-in.ts';
import {
  type ClientOptions,
  createTrustClient,
  type Fetch,
  type TrustClient,
} from '../../packages/client/src/client.ts';

type Mail = { code?: string };

/** A new person with a session, on a client with the given ports. */
export async function signInNewPerson(baseUrl: string, options: Partial<ClientOptions> = {}): Promise<TrustClient> {
  const person = createTrustClient({ baseUrl, ...options });
  const identifier = newPhoneNumber();
  const { challengeId } = await person.api.createChallenge({ body: { channel: 'sms', identifier } });
  const code = await eventually('a code', async () => {
    const response = await fetch(`${baseUrl}/dev/mailbox?to=${encodeURIComponent(identifier)}`);
    const { items } = (await response.json()) as { items: Mail[] };
    return items.find((mail) => mail.code)?.code;
  });
  await person.signIn(challengeId, { code, sessionLabel: 'Test' });
  return person;
}

/** `sent` lists method and path of every attempt; `through` may change what happens to one. */
export function recordingFetch(through: (request: Request) => Promise<Response> = (request) => fetch(request)) {
  const sent: string[] = [];
  const recorded: Fetch = (request) => {
    sent.push(`${request.method} ${new URL(request.url).pathname.replace('/api/v1', '')}`);
    return through(request);
  };
  return { sent, fetch: recorded };
}

/** Lets the platform answer the first request of `path`, and loses the response. */
export function loseFirstResponse(path: string) {
  let lost = false;
  return recordingFetch(async (request) => {
    const response = await fetch(request);
    if (lost || !request.url.endsWith(path)) return response;
    lost = true;
    await response.body?.cancel();
    throw new TypeError('fetch failed');
  });
}
