import { setTimeout as delay } from 'node:timers/promises';
import { sendAdminRequest } from '@trust/service-admin/admin-client';
import type { Bus } from '@trust/service-kit/bus/bus';
import type { SnapshotProgress } from '@trust/service-kit/snapshots/snapshot-run';

export const defaultRate = 200;
/** Webhooks publishes nothing that another service projects. */
const snapshotServices = ['identity', 'provider', 'evidence', 'verification', 'operations'] as const;

type Options = { service?: string | undefined; rate?: string | undefined; restart?: boolean | undefined };

/** One service after the other. A service that ends meanwhile has half a minute to start again. */
export async function snapshot(bus: Bus, named: string | undefined, options: Options): Promise<void> {
  const name = named ?? options.service;
  const services = snapshotServices.filter((service) => name === undefined || service === name);
  if (services.length === 0)
    throw new Error(`${name} has no snapshot. snapshot takes one of: ${snapshotServices.join(', ')}.`);
  const rate = Number(options.rate ?? defaultRate);
  if (!Number.isInteger(rate) || rate < 1 || rate > 10_000)
    throw new Error(`--rate ${options.rate} is not a whole number from 1 to 10000.`);
  for (const service of services) await snapshotOf(bus, service, { rate, isNew: options.restart ?? false });
}

const attempts = 15;

async function snapshotOf(bus: Bus, service: string, { rate, isNew }: { rate: number; isNew: boolean }): Promise<void> {
  let begin: string | undefined = isNew ? 'anew' : 'continue';
  let failures = 0;
  while (failures < attempts) {
    const input = { rate: String(rate), ...(begin && { begin }) };
    const reply = await sendAdminRequest<SnapshotProgress & { isContinued: boolean }>(
      bus,
      service,
      'snapshot',
      input,
      10_000,
    );
    if ('error' in reply) {
      // The first error is most likely a service that does not run.
      if (begin) return fail(service, reply.error);
      failures++;
      if (failures === attempts) return fail(service, `${reply.error}. Run the command again: the snapshot continues.`);
      await delay(2000);
      continue;
    }
    failures = 0;
    const { announced, total, startedAt, isFinished, thing, isContinued } = reply.answer;
    if (isContinued) process.stdout.write(`${service.padEnd(14)}continues the snapshot of ${startedAt}\n`);
    begin = undefined;
    show(service, isFinished ? `${announced} announced` : `${announced} of ${total} announced (${thing})`, isFinished);
    if (isFinished) return;
  }
}

/** In a terminal one line that changes; elsewhere the last line only. */
function show(service: string, text: string, isLast: boolean): void {
  if (process.stdout.isTTY) process.stdout.write(`\r\x1b[K${service.padEnd(14)}${text}${isLast ? '\n' : ''}`);
  else if (isLast) process.stdout.write(`${service.padEnd(14)}${text}\n`);
}

function fail(service: string, error: string): void {
  process.exitCode = 1;
  process.stdout.write(`${service.padEnd(14)}${error}\n`);
}
