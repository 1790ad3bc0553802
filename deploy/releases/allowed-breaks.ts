import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../local/environment.ts';
import { readReleases } from './releases.ts';

/** A break as the check prints it, or the part before a colon in it, and one sentence that says why it is right. */
export type AllowedBreak = { break: string; reason: string };

export const allowedBreaksFile = 'deploy/allowed-breaks.json';

/** The reviewed breaks of the recorded state. From release 1 on, no break is allowed. */
export function allowedBreaks(): AllowedBreak[] {
  if (readReleases().releases.length > 0) return [];
  return JSON.parse(readFileSync(join(repositoryRoot, allowedBreaksFile), 'utf8'));
}

/** Each break with the reason that allows it. A break without one fails the check. */
export function reviewed(breaks: readonly string[], allowed = allowedBreaks()) {
  return breaks.map((line) => ({
    line,
    reason: allowed.find((one) => line === one.break || line.startsWith(`${one.break}:`))?.reason,
  }));
}
