import { createHash } from 'node:crypto';

export function contentEtag(content: string | Buffer): string {
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`;
}

/** Joins a revision's ETag with that of its content: `"r7.…"`. */
export function etagWithContent(revision: string, content: string): string {
  return `${revision.slice(0, -1)}.${contentEtag(content).slice(1)}`;
}

/** Weak comparison (RFC 9110 §13.1.2). Express' `fresh` fails for `no-cache` requests. */
export function matchesIfNoneMatch(ifNoneMatch: string | undefined, tag: string): boolean {
  if (!ifNoneMatch) return false;
  return ifNoneMatch.split(',').some((one) => ['*', tag].includes(one.trim().replace(/^W\//, '')));
}
