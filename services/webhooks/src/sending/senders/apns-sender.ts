import { type ClientHttp2Session, connect, constants } from 'node:http2';
import { importPKCS8, SignJWT } from 'jose';
import { z } from 'zod';
import { CarrierFailure, type Message, type MessageSender } from './message-sender.ts';

export type ApnsSettings = {
  url: string;
  /** PEM of the .p8 file. */
  key: string;
  keyId: string;
  teamId: string;
  /** Bundle id of the app. */
  topic: string;
};

const Reason = z.object({ reason: z.string().regex(/^\w{1,40}$/) });
/** The token never works again after one of these. */
const deadReasons = ['Unregistered', 'BadDeviceToken', 'DeviceTokenNotForTopic', 'ExpiredToken'];

/** Pushes by APNs, over one HTTP/2 connection. */
export function apnsSender(settings: ApnsSettings): MessageSender & Disposable {
  const authority = new URL(settings.url);
  let session: ClientHttp2Session | undefined;
  const open = () => {
    if (session && !session.closed && !session.destroyed) return session;
    const opened = connect(authority);
    session = opened;
    // Requests fail by themselves; without a listener the process would end.
    opened.on('error', () => opened.destroy());
    opened.on('goaway', () => opened.close());
    opened.unref();
    return opened;
  };
  const tokens = providerTokens(settings);
  return {
    async send({ push, ...message }, signal) {
      if (!push) throw new Error('The message is not a push.');
      const headers = {
        [constants.HTTP2_HEADER_METHOD]: 'POST',
        [constants.HTTP2_HEADER_PATH]: `/3/device/${push.token}`,
        authorization: `bearer ${await tokens.read()}`,
        'apns-topic': settings.topic,
        'apns-push-type': 'alert',
        'apns-id': message.id,
        // A repeated push replaces the first one on the device.
        ...(push.data.notificationId && { 'apns-collapse-id': push.data.notificationId }),
      };
      const { status, body } = await post(open(), { headers, body: payloadOf(message, push), signal });
      if (status === 200) return { providerMessageId: message.id };
      const { reason = 'unknown' } = Reason.safeParse(body).data ?? {};
      if (deadReasons.includes(reason)) return { refused: `apns_${reason}`.toLowerCase(), isTokenDead: true };
      if (status === 400 || status === 413) return { refused: `apns_${reason}`.toLowerCase() };
      if (status === 403) tokens.forget();
      throw new CarrierFailure(`apns_http_${status}`);
    },
    [Symbol.dispose]: () => session?.close(),
  };
}

function payloadOf({ title, text }: Pick<Message, 'title' | 'text'>, push: NonNullable<Message['push']>): string {
  return JSON.stringify({
    aps: { alert: { title, body: text }, sound: 'default', 'thread-id': push.data.group },
    ...push.data,
  });
}

type Request = { headers: Record<string, string>; body: string; signal: AbortSignal };

function post(
  session: ClientHttp2Session,
  { headers, body, signal }: Request,
): Promise<{ status: number; body: unknown }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: unknown }>();
  const stream = session.request(headers, { signal });
  let status = 0;
  let text = '';
  stream.setEncoding('utf8');
  stream.on('response', (answer) => {
    status = Number(answer[':status']);
  });
  stream.on('data', (chunk: string) => {
    if (text.length < 4096) text += chunk;
  });
  stream.on('error', () => reject(signal.aborted ? signal.reason : new CarrierFailure('apns_connection')));
  stream.on('close', () => {
    if (status === 0) return reject(new CarrierFailure('apns_connection'));
    resolve({ status, body: text.startsWith('{') ? JSON.parse(text) : undefined });
  });
  stream.end(body);
  return promise;
}

const renewAfterMs = 50 * 60_000;

/** APNs accepts a token for an hour, and refuses new ones more often than every 20 minutes. */
function providerTokens({ key, keyId, teamId }: ApnsSettings) {
  let current: { token: Promise<string>; until: number } | undefined;
  return {
    read() {
      if (current && current.until > Date.now()) return current.token;
      const token = importPKCS8(key, 'ES256').then((privateKey) =>
        new SignJWT({})
          .setProtectedHeader({ alg: 'ES256', kid: keyId })
          .setIssuer(teamId)
          .setIssuedAt()
          .sign(privateKey),
      );
      current = { token, until: Date.now() + renewAfterMs };
      return token;
    },
    forget() {
      current = undefined;
    },
  };
}
