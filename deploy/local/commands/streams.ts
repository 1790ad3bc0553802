import { parseArgs } from 'node:util';
import { provision } from '@trust/service-admin/provision-streams';
import { openBus } from '@trust/service-kit/bus/bus';
import { waitForShutdown } from '@trust/service-kit/listen';
import { openLog } from '@trust/service-kit/observability/log';
import { eventPlan } from '../nats/event-plan.ts';
import { natsServer } from '../nats/nats-server.ts';
import { provisionStreams } from '../nats/provision-streams.ts';
import { provisioner } from '../nats/users.ts';

const usage = `npm run streams            create the streams and consumers of the platform, and restore missing ones until stopped
npm run streams -- --once  create them and exit

Connects to NATS_URL as the NATS user ${provisioner} with NATS_PASSWORD, or else to the platform that runs on DATA_DIR.
Run it before the services of a new version. \`npm start\` does this itself.
`;

const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h' }, once: { type: 'boolean' } } });
if (values.help) process.stdout.write(usage);
else
  await run().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  });

async function run(): Promise<void> {
  const { url, password } = natsServer(provisioner);
  const server = { url, ...(password && { password }) };
  if (values.once) {
    await using bus = await openBus({ ...server, name: provisioner });
    const lines = await provision(bus, eventPlan());
    process.stdout.write(lines.map((line) => `${line}\n`).join('') || 'Every stream and consumer exists.\n');
  } else {
    await using _streams = await provisionStreams(server, openLog('streams'));
    await waitForShutdown(10_000);
  }
}
