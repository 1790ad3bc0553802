import { get } from 'node:http';
import { get as getByTls } from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';

/** How to detect a process that runs, but does not respond. */
export type Liveness = {
  everyMs: number;
  withinMs: number;
  maxMisses: number;
  isLive: (withinMs: number) => Promise<boolean>;
};

type Listening = { [Name in 'PORT' | 'TLS_CERT_FILE']?: string | undefined };

export function schemeOf({ TLS_CERT_FILE }: Listening): 'http' | 'https' {
  return TLS_CERT_FILE === undefined ? 'http' : 'https';
}

/** docs/deployment.md: a long garbage collection or a busy machine must not restart a service. */
export function serviceLiveness({ PORT, TLS_CERT_FILE }: Listening): Liveness {
  const url = `${schemeOf({ TLS_CERT_FILE })}://127.0.0.1:${PORT}/livez`;
  return {
    everyMs: 5_000,
    withinMs: 5_000,
    maxMisses: 3,
    isLive: async (withinMs) => (await httpStatus(url, withinMs)) === 200,
  };
}

/** Resolves to true when the process hangs, to false when the signal ends the checks. */
export async function waitUntilHung(
  { everyMs, withinMs, maxMisses, isLive }: Liveness,
  signal: AbortSignal,
): Promise<boolean> {
  for (let misses = 0; misses < maxMisses; ) {
    await delay(everyMs, undefined, { signal }).catch(() => {});
    if (signal.aborted) return false;
    misses = (await isLive(withinMs)) ? 0 : misses + 1;
  }
  return !signal.aborted;
}

/**
 * Each check has its own connection: one kept open would delay a shutdown. It accepts any certificate, as kubelet does:
 * the check sends nothing, and a certificate need not have the address that a process has on its own machine.
 */
export function httpStatus(url: string, withinMs: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const send = url.startsWith('https:') ? getByTls : get;
    const options = { agent: false, signal: AbortSignal.timeout(withinMs), rejectUnauthorized: false };
    const request = send(url, options, (response) => {
      response.resume();
      response.once('error', () => {});
      resolve(response.statusCode);
    });
    request.once('error', () => resolve(undefined));
  });
}
