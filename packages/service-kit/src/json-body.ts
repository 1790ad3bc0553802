import type { IncomingMessage } from 'node:http';
import express, { type RequestHandler } from 'express';
import { invalid, Problem } from './problem.ts';

const members = new WeakMap<IncomingMessage, number>();

/** Reads a JSON body of at most 100 KiB, uncompressed. No body is an empty object. */
export function jsonBody(): RequestHandler[] {
  const requireJson: RequestHandler = (request, _response, next) => {
    next(hasBody(request) && !request.is('application/json') ? new Problem('unsupported-media-type') : undefined);
  };
  const read = express.json({
    limit: 102_400,
    inflate: false,

    verify: (request, _response, bytes) => void members.set(request, membersIn(bytes)),
  });
  const absentIsEmpty: RequestHandler = (request, _response, next) => {
    request.body ??= {};
    next();
  };
  return [requireJson, read, absentIsEmpty];
}

/** Bytes are taken as they are: what is compressed would be measured and kept as something else than it is. */
export const uncompressed: RequestHandler = (request, _response, next) => {
  next(
    /^(identity)?$/i.test(request.get('content-encoding') ?? '') ? undefined : new Problem('unsupported-media-type'),
  );
};

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * Refuses a body that names a key twice, of which JSON.parse silently keeps the last: another reader of the same bytes, a log or
 * a signature check, may keep the first (promise I1). `found` is how many keys the parsed body has.
 */
export function refuseDoubledKeys(request: IncomingMessage, found: number): void {
  if (found < (members.get(request) ?? 0)) throw invalid('body', 'doubled_key');
}

const [quote, backslash, colon] = Buffer.from('"\\:');

/** How many members the objects of a JSON text have: its colons outside of strings. */
function membersIn(bytes: Buffer): number {
  let count = 0;
  let inString = false;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index];
    if (byte === backslash && inString) index++;
    else if (byte === quote) inString = !inString;
    else if (byte === colon && !inString) count++;
  }
  return count;
}
