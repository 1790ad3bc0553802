import { Client, eventually } from '../../demo/client.ts';
import { newPhoneNumber, readMailbox } from '../../demo/steps/sign-in.ts';
import { squareAround } from '../../demo/steps/workspace.ts';
import {
  type ClientOptions,
  createTrustClient,
  type Fetch,
  type TrustClient,
  type VerificationCase,
} from '../../packages/client/src/client.ts';

/** A new person with a session, on a client with the given ports. */
export async function signInNewPerson(baseUrl: string, options: Partial<ClientOptions> = {}): Promise<TrustClient> {
  const person = createTrustClient({ baseUrl, ...options });
  const identifier = newPhoneNumber();
  const { challengeId } = await person.api.createChallenge({ body: { channel: 'sms', identifier } });
  const code = await readCode(baseUrl, identifier);
  await person.signIn(challengeId, { code, sessionLabel: 'Test' });
  return person;
}

export function readCode(baseUrl: string, identifier: string): Promise<string> {
  const client = new Client(baseUrl);
  return eventually('a code', async () => (await readMailbox(client, identifier)).find(({ code }) => code)?.code);
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

/** The first part arrives with other bytes of the same length. */
export function damageFirstPart() {
  let damaged = false;
  return recordingFetch(async (request) => {
    if (damaged || !request.url.includes('/parts/')) return fetch(request);
    damaged = true;
    const bytes = new Uint8Array(await request.arrayBuffer()).fill(0, 1000);
    return fetch(request.url, { method: request.method, headers: request.headers, body: bytes });
  });
}

/** A browser on a page of `origin`: it keeps cookies, and sends them with credentials only. */
export function browserFetch(origin: string) {
  const cookies = new Map<string, string>();
  const { sent, fetch: send } = recordingFetch(async (request) => {
    request.headers.set('origin', origin);
    if (request.credentials === 'include')
      request.headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const response = await fetch(request);
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value) cookies.set(name, value);
      else cookies.delete(name);
    }
    return response;
  });
  return { sent, fetch: send, cookies };
}

/** A case that awaits evidence, as in the demo. */
export async function openCase(owner: TrustClient): Promise<VerificationCase> {
  const { api } = owner;
  const provider = await api.createProvider({
    body: { displayName: 'Lumière', kind: 'individual', operatingModel: 'travels' },
  });
  await eventually('the workspace', () => api.getWorkspace().catch(() => undefined));
  for (const { policyKey, currentVersion } of (await api.listConsents()).items)
    await api.putConsent({ params: { path: { policyKey } }, body: { version: currentVersion, granted: true } });
  await api.putService({ params: { path: { categoryKey: 'electrician' } } });
  await api.patchProfile({ body: { summary: 'Wiring and lighting.', languages: ['fr'] } });
  await api.putLocation({
    body: {
      privateBase: { latitude: 48.85, longitude: 2.34 },
      serviceArea: squareAround({ latitude: 48.85, longitude: 2.34 }, 0.1),
    },
  });
  const params = { path: { providerId: provider.id } };
  return eventually('a case', async () => {
    const { items } = await api.listVerificationCases({ params }).catch(() => ({ items: [] }));
    return items.find(({ state }) => state === 'awaiting_evidence');
  });
}
