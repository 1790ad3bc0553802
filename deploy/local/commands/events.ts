import { parseArgs } from 'node:util';
import { shortLivedStreamOf, streamOf } from '@trust/contracts/event';
import { openAdminBus, sendAdminRequest } from '@trust/service-admin/admin-client';
import type { AdminResponse } from '@trust/service-kit/bus/admin';
import type { Bus } from '@trust/service-kit/bus/bus';
import type { Backlog } from '@trust/service-kit/outbox/backlog';
import type { StreamCondition } from '@trust/service-kit/outbox/stream-watch';
import { natsServer } from '../nats/nats-server.ts';
import { eventsCommand } from '../nats/users.ts';
import { type DatabaseService, serviceDatabases } from '../services.ts';
import { defaultRate, snapshot } from './snapshot.ts';

const usage = `npm run events -- status                                    show the backlog: unsent, unread and parked events
npm run events -- redrive [--service x] [--event id]        apply parked events again, after a fix of their handler
npm run events -- discard <id> --reason <why>               give up a parked event; the reason goes to the audit log
npm run events -- snapshot [service] [--rate n] [--restart] publish the current state again, for a new or lost projection
npm run events -- republish --since <when> [--service x]    publish again what was sent since then, after JetStream lost it

  --service  ${serviceDatabases.join(', ')}; default: all
  --event    id of one parked event
  --rate     aggregates announced in a second, of each service; default: ${defaultRate}
  --restart  begin the snapshot from the start; without it an interrupted one continues where it ended
  --since    a time (2026-11-21T08:00:00Z) or a duration ago (90s, 30m, 12h, 14d); outboxes keep 14 days

After the restore of a service's database, run republish with --since the time of the backup. It delivers what the
service has missed, and applies in order the events parked as missing_predecessor. Redrive those parked as late.

The running services do the work. The command reaches them over NATS: at NATS_URL as the user ${eventsCommand} with
NATS_PASSWORD, or else at the platform that runs on DATA_DIR. Every command can be repeated.
`;

type Status = Backlog & { stream: StreamCondition };
type Redriven = { applied: number; failed: { eventId: string; reason: string }[] };

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h' },
      service: { type: 'string' },
      event: { type: 'string' },
      since: { type: 'string' },
      reason: { type: 'string' },
      rate: { type: 'string' },
      restart: { type: 'boolean' },
    },
  });
  const [command, ...surplus] = positionals;
  if (values.help) return void process.stdout.write(usage);
  const services = servicesOf(values.service);
  if (command === 'snapshot' && surplus.length <= 1) return withBus((bus) => snapshot(bus, surplus[0], values));
  if (command === 'discard') return withBus((bus) => discard(bus, services, surplus, values.reason));
  if (surplus.length > 0) throw new Error(usage);
  if (command === 'status') return withBus((bus) => status(bus, services));
  if (command === 'redrive') return withBus((bus) => redrive(bus, services, values.event));
  if (command !== 'republish' || !values.since) throw new Error(usage);
  const since = timeOf(values.since).toISOString();
  await withBus(async (bus) => {
    for (const service of services) {
      print(
        service,
        (count: number) => `${count} published again`,
        await sendAdminRequest<number>(bus, service, 'republish', { since }),
      );
    }
  });
}

async function status(bus: Bus, services: readonly DatabaseService[]): Promise<void> {
  for (const service of services) {
    print(service, describeStatus, await sendAdminRequest<Status>(bus, service, 'status'));
    const work = await sendAdminRequest<Record<string, number>>(bus, service, 'backlog');
    if ('answer' in work) process.stdout.write(`${' '.repeat(14)}${describeWork(work.answer)}\n`);
    const streams = [streamOf(service), shortLivedStreamOf(service)];
    const lists = streams.map((stream) =>
      bus.jsm.consumers
        .list(stream)
        .next()
        .catch(() => []),
    );
    for (const { name, num_pending, num_ack_pending } of (await Promise.all(lists)).flat()) {
      process.stdout.write(
        `${' '.repeat(14)}→ ${name.padEnd(33)}${num_pending} unread, ${num_ack_pending} unacknowledged\n`,
      );
    }
  }
}

const conditions = {
  current: '',
  missing: ', its stream is missing (npm run streams creates it)',
  behind: ', its stream has lost events; they are being published again',
};

function describeStatus({ unsentEvents, oldestUnsentSeconds, deadLetters, groups, stream }: Status): string {
  const age = oldestUnsentSeconds === null ? '' : ` for ${oldestUnsentSeconds} s`;
  const lines = groups.map(({ type, reason, count, eventIds }) => {
    const more = count > eventIds.length ? ' …' : '';
    return `${' '.repeat(14)}parked: ${count} × ${type} (${reason}): ${eventIds.join(' ')}${more}`;
  });
  return [`${unsentEvents} unsent${age}, ${deadLetters} parked${conditions[stream]}`, ...lines].join('\n');
}

function describeWork(work: Record<string, number>): string {
  return Object.entries(work)
    .map(([name, count]) => `${name}: ${count}`)
    .join(', ');
}

async function redrive(bus: Bus, services: readonly DatabaseService[], eventId: string | undefined): Promise<void> {
  for (const service of services) {
    const reply = await sendAdminRequest<Redriven>(bus, service, 'redrive', { ...(eventId && { eventId }) });
    const describe = ({ applied, failed }: Redriven) =>
      [
        `${applied} applied, ${failed.length} failed`,
        ...failed.map((one) => `${' '.repeat(14)}${one.eventId}: ${one.reason}`),
      ].join('\n');
    print(service, describe, reply);
    if ('answer' in reply && reply.answer.failed.length > 0) process.exitCode = 1;
  }
}

/** An event is parked in each service that could not apply it, so all of them get the request. */
async function discard(bus: Bus, services: readonly DatabaseService[], ids: string[], why = ''): Promise<void> {
  const [eventId = ''] = ids;
  const reason = why.trim();
  if (ids.length !== 1 || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(eventId))
    throw new Error('discard takes the id of one parked event. `status` lists them.');
  if (reason.length < 3 || reason.length > 500) throw new Error('discard requires a --reason of 3 to 500 characters.');
  let isParked = false;
  for (const service of services) {
    const reply = await sendAdminRequest<boolean>(bus, service, 'discard', { eventId, reason });
    if ('answer' in reply && !reply.answer) continue;
    isParked ||= 'answer' in reply;
    print(service, () => `${eventId} discarded`, reply);
  }
  if (!isParked) throw new Error(`No event ${eventId} is parked.`);
}

function print<Answer>(service: string, describe: (answer: Answer) => string, reply: AdminResponse<Answer>): void {
  if ('error' in reply) process.exitCode = 1;
  process.stdout.write(`${service.padEnd(14)}${'error' in reply ? reply.error : describe(reply.answer)}\n`);
}

function servicesOf(name: string | undefined): readonly DatabaseService[] {
  if (name === undefined) return serviceDatabases;
  const known = serviceDatabases.find((service) => service === name);
  if (!known) throw new Error(`There is no service ${name}. --service takes one of: ${serviceDatabases.join(', ')}.`);
  return [known];
}

function timeOf(text: string): Date {
  const [, amount, unit] = /^(\d+)([smhd])$/.exec(text) ?? [];
  const seconds = { s: 1, m: 60, h: 3600, d: 86_400 }[unit ?? 's'] ?? 1;
  const time = amount ? new Date(Date.now() - Number(amount) * seconds * 1000) : new Date(text);
  if (Number.isNaN(time.getTime()))
    throw new Error(`--since ${text} is neither a time nor a duration. Use 2026-11-21T08:00:00Z or 12h.`);
  return time;
}

async function withBus(work: (bus: Bus) => Promise<void>): Promise<void> {
  await using bus = await openAdminBus(natsServer(eventsCommand));
  await work(bus);
}

// The reader of the output may end first (`| head`).
process.stdout.on('error', () => process.exit());

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
}
