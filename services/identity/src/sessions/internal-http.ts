import { internalSecretHeader } from '@trust/contracts/actor';
import { isSecret } from '@trust/service-kit/secret';
import type { Express, RequestHandler } from 'express';
import { calculateJwkThumbprint, importJWK } from 'jose';
import type { Db } from '../app.ts';
import { sessionResolver } from './resolve-session.ts';

/**
 * What the gateway and the services ask of identity. Not part of the contract, so it cannot be reached from outside: the gateway
 * routes only what the contract lists. On the inside only the gateway may turn a token into an assertion (promise A7).
 */
export async function internalHttp(
  db: Db,
  { assertionKey, secret }: { assertionKey: Record<string, string>; secret: string },
  now: () => Date,
): Promise<(http: Express) => void> {
  const { d: _private, ...publicKey } = assertionKey;
  const kid = publicKey.kid ?? (await calculateJwkThumbprint(publicKey));
  const resolve = sessionResolver(db, { key: await importJWK(assertionKey, 'EdDSA'), kid }, now);
  return (http) => {
    http.get(
      '/internal/jwks.json',
      (_request, response) => void response.json({ keys: [{ ...publicKey, kid, alg: 'EdDSA', use: 'sig' }] }),
    );
    http.use('/internal/sessions', onlyGateway(secret));
    http.get('/internal/sessions/:tokenHash', async (request, response) => {
      const resolved = await resolve(Buffer.from(request.params.tokenHash, 'hex'));
      // Past Express' `json`, which makes an ETag that nobody asks for.
      response
        .writeHead(resolved ? 200 : 404, { 'Content-Type': 'application/json' })
        .end(JSON.stringify(resolved ?? {}));
    });
  };
}

function onlyGateway(secret: string): RequestHandler {
  return (request, response, next) => {
    if (isSecret(request.get(internalSecretHeader), secret)) return next();
    response.status(401).json({});
  };
}
