import { randomUUID } from 'node:crypto';
import { type CallRecord, Client } from '../../demo/client.ts';
import { apply, type Stage, type Verified } from '../../demo/journey.ts';
import { operatorSessions } from '../../demo/steps/sign-in.ts';
import type { Platform } from '../platform.ts';

/** Providers register and upload evidence, one after the other, until `stop`. */
export function startApplicants(platform: Platform, url: string, count: number) {
  const calls: CallRecord[] = [];
  const done: Verified[] = [];
  const failures: unknown[] = [];
  let isStopped = false;
  const applicant = async () => {
    while (!isStopped && failures.length === 0) {
      const client = new Client(url, (call) => calls.push(call), { retryMs: 30_000 });
      const step: Stage['step'] = (_number, _title, play) => play();
      await platform.resetCodeLimits();
      const stage = { client, operator: operatorSessions(client), step, note: () => {} };
      await apply(stage).then(
        (verified) => done.push(verified),
        (error) => failures.push(error),
      );
    }
  };
  const running = Promise.all(Array.from({ length: count }, applicant));
  return {
    done,
    failures,
    calls,
    async [Symbol.asyncDispose]() {
      isStopped = true;
      await running;
    },
  };
}

/** Reads of the public and of a provider, on connections that stay open. */
export function startReaders(url: string, { owner }: Verified, count: number) {
  const outcomes: Record<string, number> = {};
  let isStopped = false;
  const paths = ['/provider-workspace/me', '/provider-workspace/me/verification-timeline', '/catalog/categories'];
  const reader = async () => {
    for (let round = 0; !isStopped; round++) {
      const path = paths[round % paths.length];
      const headers = { authorization: `Bearer ${owner.accessToken}`, 'x-request-id': randomUUID() };
      const outcome = await fetch(`${url}/api/v1${path}`, { headers }).then(
        (response) => response.arrayBuffer().then(() => String(response.status)),
        (error) => String(error.cause ?? error),
      );
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const running = Promise.all(Array.from({ length: count }, reader));
  return {
    outcomes,
    async [Symbol.asyncDispose]() {
      isStopped = true;
      await running;
    },
  };
}
