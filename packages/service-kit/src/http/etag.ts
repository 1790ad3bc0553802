import { createHash } from 'node:crypto';

/** The strong ETag of what is sent, by its bytes. */
export function contentEtag(content: string): string {
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`;
}

/** The ETag of a revision, `"r7"`, with that of the bytes behind it: `"r7.…"`. */
export function etagWithContent(revision: string, content: string): string {
  return `${revision.slice(0, -1)}.${contentEtag(content).slice(1)}`;
}

/**
 * Whether `If-None-Match` names the tag. Weak comparison, a list or `*` (RFC 9110 §13.1.2). Not Express' `fresh`, which a
 * `Cache-Control: no-cache` of the client switches off.
 */
export function matchesIfNoneMatch(ifNoneMatch: string | undefined, tag: string): boolean {
  if (!ifNoneMatch) return false;
  return ifNoneMatch.split(',').some((one) => ['*', tag].includes(one.trim().replace(/^W\//, '')));
}
