import type { IncomingMessage } from 'node:http';
import accepts from 'accepts';

const apiAddress = /^\/(api|\.well-known)(\/|$)/;

/** Every address is the website's except those of the API: a new page needs no change of the gateway (ADR 0105). */
export function isPageAddress(path: string): boolean {
  return !apiAddress.test(path);
}

/** Has operations that are pages for browsers. In any case of letters: the website's router ignores it. */
export function isDevelopmentPath(path: string): boolean {
  return path.toLowerCase().startsWith('/dev/');
}

/** False if the client accepts any type: it is a program. */
export function prefersPage(request: IncomingMessage): boolean {
  return accepts(request).type(['json', 'html']) === 'html';
}
