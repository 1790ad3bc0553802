import { setTimeout as delay } from 'node:timers/promises';
import type { Msg } from '@nats-io/transport-node';
import type { Log } from '../observability/log.ts';
import { type Bus, openBus } from './bus.ts';

/** The NATS user of the commands that ask running services. */
export const commandUser = 'events-command';

/** What a command may ask a running service. */
export type AdminRequest = 'status' | 'redrive' | 'discard' | 'republish' | 'backlog' | 'snapshot';
export type Reply<Answer = unknown> = { answer: Answer } | { error: string };

/** Answers `events.<service>.<question>`: one replica does, for all of them. The questions travel on NATS, so its credentials guard them. */
export function answerAdminRequest(
  bus: Bus,
  service: string,
  question: AdminRequest,
  log: Log | undefined,
  work: (input: Record<string, string>) => Promise<unknown>,
): Disposable {
  async function answer(message: Msg): Promise<void> {
    let reply: Reply;
    try {
      reply = { answer: await work(message.data.length > 0 ? message.json() : {}) };
    } catch (err) {
      log?.error({ err, service, name: question }, 'a question about events could not be answered');
      reply = { error: `${err}` };
    }
    message.respond(JSON.stringify(reply));
  }
  const subscription = bus.nc.subscribe(`events.${service}.${question}`, {
    queue: service,
    callback: (_error, message) => void answer(message),
  });
  return { [Symbol.dispose]: () => subscription.unsubscribe() };
}

/** A bus for a command. A service waits for NATS as long as it takes; a command throws after five seconds, and must then exit. */
export async function openAdminBus({ url, password }: { url: string; password: string | undefined }): Promise<Bus> {
  const late = new AbortController();
  const tooLate = delay(5000, undefined, late).then(() => {
    throw new Error(`No NATS at ${url}.`);
  });
  const bus = await Promise.race([openBus({ url, name: commandUser, ...(password && { password }) }), tooLate]);
  late.abort();
  await tooLate.catch(() => {});
  return bus;
}

/** Asks a service, as the user `commandUser`. One that does not answer is an error too. */
export async function sendAdminRequest<Answer>(
  { nc }: Bus,
  service: string,
  question: AdminRequest,
  input = {},
  timeout = 600_000,
): Promise<Reply<Answer>> {
  try {
    const message = await nc.request(`events.${service}.${question}`, JSON.stringify(input), { timeout });
    return message.json<Reply<Answer>>();
  } catch (error) {
    const isAbsent = `${error}`.includes('no responders');
    return { error: isAbsent ? 'does not answer: it is not running, or has nothing to do with this' : `${error}` };
  }
}
