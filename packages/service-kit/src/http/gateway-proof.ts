import { internalSecretHeader } from '@trust/contracts/actor';
import type { RequestHandler } from 'express';
import { isSecret } from '../secret.ts';

/** Answers 401 to every request that does not carry the secret which only the gateway shares with this service (promise A7). */
export function onlyGateway(secret: string): RequestHandler {
  return (request, response, next) => {
    if (isSecret(request.get(internalSecretHeader), secret)) return next();
    response.status(401).json({});
  };
}
