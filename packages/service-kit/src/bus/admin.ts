import type { Msg } from '@nats-io/transport-node';
import type { Log } from '../observability/log.ts';
import type { Bus } from './bus.ts';

export const commandUser = 'events-command';

export type AdminRequest = 'status' | 'redrive' | 'discard' | 'republish' | 'backlog' | 'snapshot';
export type AdminResponse<Result = unknown> = { answer: Result } | { error: string };

/** Handles `events.<service>.<request>` on one replica. NATS authorises the sender. */
export function handleAdminRequest(
  bus: Bus,
  service: string,
  request: AdminRequest,
  log: Log | undefined,
  work: (input: Record<string, string>) => Promise<unknown>,
): Disposable {
  async function respond(message: Msg): Promise<void> {
    let response: AdminResponse;
    try {
      response = { answer: await work(message.data.length > 0 ? message.json() : {}) };
    } catch (err) {
      log?.error({ err, service, name: request }, 'Admin request failed');
      response = { error: `${err}` };
    }
    message.respond(JSON.stringify(response));
  }
  const subscription = bus.nc.subscribe(`events.${service}.${request}`, {
    queue: service,
    callback: (_error, message) =>
      // The connection may close while the work runs.
      void respond(message).catch((err) => log?.warn({ err, service, name: request }, 'Admin response was not sent')),
  });
  return { [Symbol.dispose]: () => subscription.unsubscribe() };
}
