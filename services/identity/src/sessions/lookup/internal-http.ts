import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { internalSecretHeader } from '@trust/contracts/actor';
import type { Log } from '@trust/service-kit/observability/log';
import { isSameSecret } from '@trust/service-kit/sealing/secret';
import { calculateJwkThumbprint, importJWK } from 'jose';
import type { Db } from '../../app.ts';
import { sessionResolver } from './resolve-session.ts';

const jwksPath = '/internal/jwks.json';
const sessionsPath = '/internal/sessions/';
const sha256InHex = /^[0-9a-f]{64}$/;

/** Routes that the gateway does not expose. Only the gateway may look sessions up (promise A7). */
export async function internalHttp(
  db: Db,
  assertionKey: Record<string, string>,
  { secret, log, ...options }: Parameters<typeof sessionResolver>[2] & { secret: string; log: Log },
) {
  const { d: _private, ...publicKey } = assertionKey;
  const kid = publicKey.kid ?? (await calculateJwkThumbprint(publicKey));
  const resolve = sessionResolver(db, { key: await importJWK(assertionKey, 'EdDSA'), kid }, options);
  const keys = { keys: [{ ...publicKey, kid, alg: 'EdDSA', use: 'sig' }] };

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

function send(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  const headers = ['Content-Type', 'application/json', 'Content-Length', String(text.length)];
  // Ids and tokens only: no character needs the slower encoding as UTF-8.
  response.writeHead(status, headers).end(text, 'latin1');
}
