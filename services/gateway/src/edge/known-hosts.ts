import { Problem } from '@trust/service-kit/http/problem';
import type { RequestHandler } from 'express';

const loopback = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Answers 421 to a request for any other host than those of the platform and this machine. A page whose own name its owner has pointed
 * at this address (DNS rebinding) would otherwise count as same origin, and read the development mailbox.
 */
export function onlyKnownHosts(publicUrl: string, more: readonly string[]): RequestHandler {
  const known = new Set([...loopback, ...[new URL(publicUrl).hostname, ...more].map((name) => name.toLowerCase())]);
  return (request, _response, next) => {
    const name = /^(\[[^\]]+\]|[^:[\]]+)(:\d*)?$/.exec(request.headers.host ?? '')?.[1];
    if (!name || !known.has(name.toLowerCase())) throw new Problem('misdirected-request');
    next();
  };
}
