import { internalSecretHeader } from '@trust/contracts/actor';
import type { RequestHandler } from 'express';
import { isSameSecret } from '../secret.ts';

/** Answers 401 to every request that does not carry the secret which only the gateway shares with this service (promise A7). */
export function requireGatewayProof(secret: string): RequestHandler {
  return (request, response, next) => {
    if (isSameSecret(request.get(internalSecretHeader), secret)) return next();
    response.status(401).json({});
  };
}
