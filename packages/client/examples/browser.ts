import { createTrustClient, isProblem } from '@trust/client';

/** A portal: the browser keeps the session in an HttpOnly cookie, and the page never sees a token. */
const client = createTrustClient({
  baseUrl: 'https://api.example.com',
  session: 'cookie',
  headers: { 'Accept-Language': navigator.language },
  storage: {
    get: async (key) => localStorage.getItem(key) ?? undefined,
    set: async (key, value) => localStorage.setItem(key, value),
    delete: async (key) => localStorage.removeItem(key),
  },
  onSessionEnd: () => location.assign('/sign-in'),
});

export async function requestCode(identifier: string): Promise<string> {
  const { challengeId } = await client.api.createChallenge({ body: { channel: 'email', identifier } });
  return challengeId;
}

export async function enterCode(challengeId: string, code: string): Promise<string | undefined> {
  try {
    await client.signIn(challengeId, { code, sessionLabel: navigator.userAgent.slice(0, 60) });
    return undefined;
  } catch (error) {
    if (isProblem(error, 'code-refused')) return error.detail;
    if (isProblem(error, 'rate-limited')) return `Wait ${error.retryAfter} seconds.`;
    throw error;
  }
}

export async function changeSummary(summary: string): Promise<void> {
  const { response } = await client.api.getWorkspace.withResponse();
  const header = { 'If-Match': response.headers.get('etag') ?? '' };
  await client.api.patchProfile({ params: { header }, body: { summary } });
}

/** `file` comes from an `<input type="file">`. After a reload, choose it again: the upload continues. */
export async function send(file: File, caseId: string, requirementKey: string, bar: HTMLProgressElement) {
  const stop = new AbortController();
  addEventListener('pagehide', () => stop.abort(), { once: true });
  return client.uploads.upload(
    file,
    { caseId, requirementKey, documentKind: 'trade_certificate', label: file.name },
    {
      signal: stop.signal,
      onProgress: ({ sentBytes, totalBytes }) => {
        bar.value = sentBytes / totalBytes;
      },
    },
  );
}
