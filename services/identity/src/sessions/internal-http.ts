import type { Express } from 'express';
import { calculateJwkThumbprint, importJWK } from 'jose';
import type { Db } from '../app.ts';
import { sessionResolver } from './resolve-session.ts';

/** Routes that the gateway does not expose. `internal` is for the gateway only (promise A7). */
export async function internalHttp(
  db: Db,
  assertionKey: Record<string, string>,
  options: Parameters<typeof sessionResolver>[2],
): Promise<Record<'open' | 'internal', (http: Express) => void>> {
  const { d: _private, ...publicKey } = assertionKey;
  const kid = publicKey.kid ?? (await calculateJwkThumbprint(publicKey));
  const resolve = sessionResolver(db, { key: await importJWK(assertionKey, 'EdDSA'), kid }, options);
  return {
    open(http) {
      http.get(
        '/internal/jwks.json',
        (_request, response) => void response.json({ keys: [{ ...publicKey, kid, alg: 'EdDSA', use: 'sig' }] }),
      );
    },
    internal(http) {
      http.get('/internal/sessions/:tokenHash', async (request, response) => {
        const resolved = await resolve(Buffer.from(request.params.tokenHash, 'hex'));
        // Not `response.json`, which computes an ETag.
        response
          .writeHead(resolved ? 200 : 404, { 'Content-Type': 'application/json' })
          .end(JSON.stringify(resolved ?? {}));
      });
    },
  };
}
