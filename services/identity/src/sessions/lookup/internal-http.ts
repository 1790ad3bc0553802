import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { internalSecretHeader } from '@trust/contracts/actor';
import type { Log } from '@trust/service-kit/observability/log';
import { isSameSecret, type Secret } from '@trust/service-kit/sealing/secret';
import { calculateJwkThumbprint, importJWK } from 'jose';
import type { Db } from '../../app.ts';
import { sessionResolver } from './resolve-session.ts';

const jwksPath = '/internal/jwks.json';
const sessionsPath = '/internal/sessions/';
const sha256InHex = /^[0-9a-f]{64}$/;

type Jwk = Record<string, string>;

/**
 * Routes that the gateway does not expose. Only the gateway may look sessions up (promise A7). The first key signs;
 * services accept what each signed.
 */
export async function internalHttp(
  db: Db,
  [assertionKey, ...accepted]: readonly [Jwk, ...Jwk[]],
  { secret, log, ...options }: Parameters<typeof sessionResolver>[2] & { secret: Secret; log: Log },
) {
  const { kid } = await published(assertionKey);
  const resolve = sessionResolver(db, { key: await importJWK(assertionKey, 'EdDSA'), kid }, options);
  const keys = { keys: await Promise.all([assertionKey, ...accepted].map(published)) };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = '', headers } = request;
    if (url === jwksPath) return send(response, 200, keys);
    if (!isSameSecret(headers[internalSecretHeader]?.toString(), secret)) return send(response, 401, {});
    const tokenHash = url.slice(sessionsPath.length);
    const resolved = sha256InHex.test(tokenHash) ? await resolve(tokenHash) : undefined;
    send(response, resolved ? 200 : 404, resolved ?? {});
  }

  return {
    before:
      (http: RequestListener): RequestListener =>
      (request, response) => {
        const { method, url = '' } = request;
        if (method !== 'GET' || !(url === jwksPath || url.startsWith(sessionsPath))) return http(request, response);
        answer(request, response).catch((err: unknown) => {
          log.warn({ err }, 'Session look-up failed');
          send(response, 503, {});
        });
      },
  };
}

async function published({ d: _private, ...publicKey }: Jwk) {
  const kid = publicKey.kid ?? (await calculateJwkThumbprint(publicKey));
  return { ...publicKey, kid, alg: 'EdDSA', use: 'sig' };
}

function send(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  const headers = ['Content-Type', 'application/json', 'Content-Length', String(text.length)];
  // Ids and tokens only: no character needs the slower encoding as UTF-8.
  response.writeHead(status, headers).end(text, 'latin1');
}
