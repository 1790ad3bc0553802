import type { Msg } from '@nats-io/transport-node';
import type { Bus } from './bus.ts';
import type { Log } from './log.ts';

/** What `npm run events` may ask a running service. */
export type Question = 'status' | 'redrive' | 'discard' | 'republish' | 'backlog' | 'snapshot';
export type Reply = { answer: unknown } | { error: string };

/** Answers `events.<service>.<question>`: one replica does, for all of them. The questions travel on NATS, so its credentials guard them. */
export function answerQuestion(
  bus: Bus,
  service: string,
  question: Question,
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
