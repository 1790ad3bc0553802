import { setTimeout as delay } from 'node:timers/promises';
import { type AdminRequest, type AdminResponse, commandUser } from '@trust/service-kit/bus/admin';
import { type Bus, openBus } from '@trust/service-kit/bus/bus';

/** Connects as `commandUser`. Throws after five seconds; the command must then exit. */
export async function openAdminBus({ url, password }: { url: string; password: string | undefined }): Promise<Bus> {
  const late = new AbortController();
  const tooLate = delay(5000, undefined, late).then(() => {
    throw new Error(`No NATS server at ${url}. Start it, or see docs/runbooks/NatsUnreachable.md.`);
  });
  const bus = await Promise.race([openBus({ url, name: commandUser, ...(password && { password }) }), tooLate]);
  late.abort();
  await tooLate.catch(() => {});
  return bus;
}

/** Sends a request to a running service. The response has an error if the service is down. */
export async function sendAdminRequest<Result>(
  { nc }: Bus,
  service: string,
  request: AdminRequest,
  input = {},
  timeout = 600_000,
): Promise<AdminResponse<Result>> {
  try {
    const message = await nc.request(`events.${service}.${request}`, JSON.stringify(input), { timeout });
    return message.json<AdminResponse<Result>>();
  } catch (error) {
    const isAbsent = `${error}`.includes('no responders');
    return { error: isAbsent ? 'does not respond: it is not running, or does not handle this request' : `${error}` };
  }
}
