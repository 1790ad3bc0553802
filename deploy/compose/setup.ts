import { once } from 'node:events';
import { join } from 'node:path';
import { migrate } from '@trust/service-admin/migrate';
import { readConfig } from '@trust/service-kit/config';
import { openLog } from '@trust/service-kit/observability/log';
import { repositoryRoot } from '../local/environment.ts';
import { provisionStreams } from '../local/nats/provision-streams.ts';
import { createDatabases, databaseUrls, type RolePasswords, sealGuards } from '../local/postgres/databases.ts';
import { serviceDatabases } from '../local/services.ts';
import { Databases, Owners, Streams, Superuser } from './step-settings.ts';

const usage = `deploy/compose/setup.ts <step>   prepares the parts that the services of compose.yaml use; each step may run again

  databases       creates roles and databases, and allows changes to the triggers that protect immutable rows (POSTGRES_URL, ROLE_PASSWORDS)
  migrate         applies new migrations as the owners (DATABASE_OWNER_URLS: JSON, a URL per service)
  seals           closes the seals (POSTGRES_URL)
  streams         creates streams and consumers (NATS_URL, NATS_PROVISIONER_PASSWORD, STREAM_REPLICAS)
  watch-streams   as streams, then creates lost ones again until it is stopped
`;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const steps: Record<string, () => Promise<void>> = {
  async databases() {
    const { POSTGRES_URL, ROLE_PASSWORDS } = readConfig(Databases);
    await createDatabases(databaseUrls(POSTGRES_URL), ROLE_PASSWORDS as RolePasswords);
    print(`Databases: ${serviceDatabases.join(', ')}.`);
  },
  async migrate() {
    const { DATABASE_OWNER_URLS } = readConfig(Owners);
    for (const service of serviceDatabases) {
      const folder = join(repositoryRoot, 'services', service, 'src/db/migrations');
      const applied = await migrate({ url: DATABASE_OWNER_URLS[service], folder });
      print(`${service}: ${applied.length} migrations applied.`);
    }
  },
  async seals() {
    await sealGuards(databaseUrls(readConfig(Superuser).POSTGRES_URL));
    print('Guards sealed.');
  },
  async streams() {
    await using _streams = await openStreams();
    print('Streams and consumers exist.');
  },
  async 'watch-streams'() {
    await using _streams = await openStreams();
    await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
  },
};

function openStreams(): Promise<AsyncDisposable> {
  const { NATS_URL, NATS_PROVISIONER_PASSWORD, STREAM_REPLICAS } = readConfig(Streams);
  const server = { url: NATS_URL, password: NATS_PROVISIONER_PASSWORD };
  return provisionStreams(server, openLog('streams', 'info'), STREAM_REPLICAS);
}

const step = steps[process.argv[2] ?? ''];
if (step) await step();
else {
  process.stdout.write(usage);
  process.exitCode = process.argv[2] === '--help' ? 0 : 1;
}
