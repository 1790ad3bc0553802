import type { CallRecord } from '../../demo/client.ts';
import type { Stage } from '../../demo/journey.ts';
import { operatorSessions } from '../../demo/steps/sign-in.ts';
import type { Platform } from '../platform.ts';
import { type Answer, type Problem, RawClient } from '../raw-client.ts';

export type Journey = { platform: Platform; client: RawClient; stage: Stage; requests: CallRecord[] };

export function openJourney(platform: Platform): Journey {
  const requests: CallRecord[] = [];
  const client = new RawClient(platform.url, (request) => requests.push(request));
  const stage: Stage = {
    client,
    operator: operatorSessions(client),
    step: (_number, _title, run) => run(),
    note: () => {},
  };
  return { platform, client, stage, requests };
}

export function slugOf({ body }: Answer<unknown>): string | undefined {
  return (body as Partial<Problem>).type?.split('/').at(-1);
}
