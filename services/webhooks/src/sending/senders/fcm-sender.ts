import { importPKCS8, SignJWT } from 'jose';
import { z } from 'zod';
import { CarrierFailure, type MessageSender } from './message-sender.ts';
import { readJson } from './read-json.ts';

/** The fields used of a Google service account. */
export const FcmAccount = z.object({
  project_id: z.string().regex(/^[\w-]+$/),
  client_email: z.string(),
  private_key: z.string(),
  token_uri: z.url().default('https://oauth2.googleapis.com/token'),
});
export type FcmAccount = z.output<typeof FcmAccount>;

const AccessToken = z.object({ access_token: z.string(), expires_in: z.int() });
const Accepted = z.object({ name: z.string() });
const Failure = z.object({
  error: z.object({
    status: z.string().optional(),
    details: z.array(z.looseObject({ errorCode: z.string().optional() })).optional(),
  }),
});

/** The token never works again after one of these. */
const deadCodes = ['UNREGISTERED', 'SENDER_ID_MISMATCH'];

/** Pushes by FCM HTTP v1. */
export function fcmSender(account: FcmAccount, url: string): MessageSender {
  const readToken = accessTokens(account);
  const endpoint = new URL(`/v1/projects/${account.project_id}/messages:send`, url);
  return {
    async send({ push, title, text }, signal) {
      if (!push) throw new Error('The message is not a push.');
      const response = await fetch(endpoint, {
        method: 'POST',
        headers: { authorization: `Bearer ${await readToken(signal)}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          message: {
            token: push.token,
            notification: { title, body: text },
            data: push.data,
            // A repeated push replaces the first one on the device.
            android: { notification: { tag: push.data.notificationId } },
          },
        }),
        redirect: 'error',
        signal,
      });
      const body = await readJson(response);
      const accepted = Accepted.safeParse(body);
      if (response.ok && accepted.success) return { providerMessageId: accepted.data.name.split('/').at(-1) ?? '' };
      const { error } = Failure.safeParse(body).data ?? {};
      const code = error?.details?.find(({ errorCode }) => errorCode)?.errorCode ?? error?.status;
      if (code && deadCodes.includes(code)) return { refused: `fcm_${code.toLowerCase()}`, isTokenDead: true };
      if (response.status === 400) return { refused: 'fcm_invalid_argument' };
      if (response.status === 401) readToken.forget();
      throw new CarrierFailure(`fcm_http_${response.status}`);
    },
  };
}

/** One access token at a time, renewed a minute before it expires (RFC 7523). */
function accessTokens({ client_email, private_key, token_uri }: FcmAccount) {
  let current: { token: Promise<string>; until: number } | undefined;
  const request = async (signal: AbortSignal) => {
    const assertion = await new SignJWT({ scope: 'https://www.googleapis.com/auth/firebase.messaging' })
      .setProtectedHeader({ alg: 'RS256' })
      .setIssuer(client_email)
      .setAudience(token_uri)
      .setIssuedAt()
      .setExpirationTime('10m')
      .sign(await importPKCS8(private_key, 'RS256'));
    const form = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion });
    const response = await fetch(token_uri, { method: 'POST', body: form, redirect: 'error', signal });
    const granted = AccessToken.safeParse(await readJson(response));
    if (!response.ok || !granted.success) throw new CarrierFailure(`fcm_token_http_${response.status}`);
    return granted.data;
  };
  const read = (signal: AbortSignal): Promise<string> => {
    if (current && current.until > Date.now()) return current.token;
    const renewed = { token: Promise.resolve(''), until: Date.now() + 60_000 };
    renewed.token = request(signal).then(({ access_token, expires_in }) => {
      renewed.until = Date.now() + Math.max(0, expires_in - 60) * 1000;
      return access_token;
    });
    renewed.token.catch(() => {
      if (current === renewed) current = undefined;
    });
    current = renewed;
    return renewed.token;
  };
  return Object.assign(read, {
    forget() {
      current = undefined;
    },
  });
}
