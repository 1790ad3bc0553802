import { type Answer, type CallRecord, Client, type Problem } from '../../demo/client.ts';
import { operatorSessions } from '../../demo/steps/sign-in.ts';
import type { Stage } from '../../demo/story.ts';
import type { Platform } from '../platform.ts';

export type Journey = { platform: Platform; client: Client; stage: Stage; requests: CallRecord[] };

export function openJourney(platform: Platform): Journey {
  const requests: CallRecord[] = [];
  const client = new Client(platform.url, (request) => requests.push(request));
  const stage: Stage = {
    client,
    operator: operatorSessions(client),
    step: (_number, _title, play) => play(),
    note: () => {},
  };
  return { platform, client, stage, requests };
}

type Mail = { code?: string; template: string };

export async function readMailbox(client: Client, to: string): Promise<Mail[]> {
  const path = `/dev/mailbox?to=${encodeURIComponent(to)}`;
  return (await client.expect<{ items: Mail[] }>(200, 'GET', path)).body.items;
}

export function slugOf({ body }: Answer<unknown>): string | undefined {
  return (body as Partial<Problem>).type?.split('/').at(-1);
}
