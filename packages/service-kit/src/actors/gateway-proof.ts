import { internalSecretHeader } from '@trust/contracts/actor';
import type { RequestHandler } from 'express';
import { isSameSecret, type Secret } from '../sealing/secret.ts';

/** Responds 401 to requests without the secret of the gateway (promise A7). */
export function requireGatewayProof(secret: Secret): RequestHandler {
  return (request, response, next) => {
    if (isSameSecret(request.get(internalSecretHeader), secret)) return next();
    response.status(401).json({});
  };
}
