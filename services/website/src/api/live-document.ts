import type { IncomingMessage } from 'node:http';
import { unavailable } from '@trust/service-kit/problems/problem';
import type { PublicApi } from './public-api.ts';

/** Returns the contract as a page shows it. */
export type LiveDocument<Contract> = (request: IncomingMessage) => Promise<Contract>;

/** The same object while the contract is the same. If the API does not answer, the last one; 503 before the first. */
export function liveDocument<Contract extends object>(api: PublicApi, path: string): LiveDocument<Contract> {
  let known: { contract: Contract; etag: string | undefined } | undefined;
  let reading: Promise<void> | undefined;

  async function read(request: IncomingMessage): Promise<void> {
    const condition: Record<string, string> = known?.etag ? { 'if-none-match': known.etag } : {};
    const found = await api.get(request, path, condition).catch(() => undefined);
    if (found?.status === 200 && found.body instanceof Object)
      known = { contract: found.body as Contract, etag: found.etag };
  }

  return async (request) => {
    // One request for all pages that are made meanwhile; mostly it answers 304.
    reading ??= read(request).finally(() => {
      reading = undefined;
    });
    await reading;
    if (!known) throw unavailable({ upstream: 'gateway', reason: 'no contract yet' });
    return known.contract;
  };
}
