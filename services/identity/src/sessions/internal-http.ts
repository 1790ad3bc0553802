import type { Express } from 'express';
import { calculateJwkThumbprint, importJWK } from 'jose';
import type { Db } from '../app.ts';
import { sessionResolver } from './resolve-session.ts';

/**
 * What the gateway and the services ask of identity. Not part of the contract, so it cannot be reached from outside: the gateway
 * routes only what the contract lists. `open`, the public keys, is for every service; `internal`, where a token becomes an
 * assertion, for the gateway alone (promise A7).
 */
export async function internalHttp(
  db: Db,
  assertionKey: Record<string, string>,
  now: () => Date,
): Promise<Record<'open' | 'internal', (http: Express) => void>> {
  const { d: _private, ...publicKey } = assertionKey;
  const kid = publicKey.kid ?? (await calculateJwkThumbprint(publicKey));
  const resolve = sessionResolver(db, { key: await importJWK(assertionKey, 'EdDSA'), kid }, now);
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
        // Past Express' `json`, which makes an ETag that nobody asks for.
        response
          .writeHead(resolved ? 200 : 404, { 'Content-Type': 'application/json' })
          .end(JSON.stringify(resolved ?? {}));
      });
    },
  };
}
