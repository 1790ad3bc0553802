import type { Comparable, Operation } from './comparable.ts';

/** Everything of an operation but its schemas: name, access, headers, limits, authentication. */
export function compareTraits(name: string, was: Operation, is: Operation, contracts: Contracts): void {
  const { found } = contracts;
  if (was.operationId !== is.operationId)
    found.push(`${name}: operationId changed from ${was.operationId} to ${is.operationId}`);
  compareAccess(name, was, is, found);
  compareLimits(name, was, is, contracts);
  const bytes = { was: was['x-max-body-bytes'], is: is['x-max-body-bytes'] };
  if (bytes.is !== undefined && bytes.is < (bytes.was ?? defaultBodyBytes))
    found.push(`${name}: the largest body changed from ${bytes.was ?? defaultBodyBytes} to ${bytes.is} bytes`);
}

type Contracts = { released: Comparable; current: Comparable; found: string[] };

/** The introduction promises 100 KiB unless the route specifies another limit. */
const defaultBodyBytes = 102_400;

function compareAccess(name: string, was: Operation, is: Operation, found: string[]): void {
  const [before, after] = [was['x-access'], is['x-access']];
  if (restrictsAccess(before, after)) found.push(`${name}: access changed from ${before} to ${after}`);
  for (const permission of was['x-permissions'] ?? [])
    if (is['x-permissions'] && !is['x-permissions'].includes(permission))
      found.push(`${name}: permission ${permission} no longer suffices`);
  const scheme = (requirement: object) => Object.keys(requirement)[0] ?? 'no session';
  const accepted = is.security?.map(scheme);
  for (const one of (was.security ?? []).map(scheme))
    if (accepted && accepted.length > 0 && !accepted.includes(one)) found.push(`${name}: ${one} is no longer accepted`);
  const stepUp = { was: was['x-step-up'], is: is['x-step-up'] };
  if (stepUp.is !== undefined && stepUp.is < (stepUp.was ?? Number.POSITIVE_INFINITY))
    found.push(`${name}: requires a sign-in within ${stepUp.is} s, before ${stepUp.was ?? 'any'}`);
  const someOnly = ['operators', 'some'].includes(was['x-step-up-for'] ?? '');
  if (someOnly && is['x-step-up-for'] === 'everybody') found.push(`${name}: requires a recent sign-in of everybody`);
}

/** Widest to narrowest: public, session, any permission. */
function restrictsAccess(was: string | undefined, is: string | undefined): boolean {
  return is !== was && is !== 'public' && (is !== 'session' || was === 'public');
}

/** A limit is stricter with fewer points in its window, or with a longer window. */
function compareLimits(name: string, was: Operation, is: Operation, { released, current, found }: Contracts): void {
  for (const limit of is['x-limits'] ?? []) {
    if (!was['x-limits']?.includes(limit)) {
      found.push(`${name}: limit ${limit} was added`);
      continue;
    }
    const [before, after] = [released['x-limits']?.[limit], current['x-limits']?.[limit]];
    if (
      before &&
      after &&
      (after.points < before.points || after.points / after.seconds < before.points / before.seconds)
    )
      found.push(
        `limit ${limit} changed from ${before.points} per ${before.seconds} s to ${after.points} per ${after.seconds} s`,
      );
  }
}

/** Headers of one response. */
export function compareHeaders(name: string, was: object = {}, is: object = {}, found: string[]): void {
  for (const header of Object.keys(was)) if (!(header in is)) found.push(`${name}: header ${header} was removed`);
}
