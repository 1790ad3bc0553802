import { spawnSync } from 'node:child_process';
import { dataDirFromEnvironment } from '../data-dir.ts';
import { eventsCommand } from '../nats/users.ts';
import { services } from '../services.ts';
import { runningSettings } from '../settings/running-settings.ts';
import { loadSecrets } from '../settings/secrets.ts';
import type { Environment } from '../settings/settings.ts';

const [name, script, ...rest] = process.argv.slice(2);
const service = services.find((known) => known === name);
if (!service || !script) {
  process.stderr.write(
    `node deploy/local/commands/run-in-service.ts <service> <script> [arguments]\n  service  ${services.join(', ')}\n`,
  );
  process.exitCode = 1;
} else {
  try {
    // `--help`, `validate` and a key from a file need no running platform; settings of the environment have priority.
    const isSet =
      rest.includes('--help') || rest[0] === 'validate' || rest.includes('--key') || process.env.DATABASE_URL;
    const env = { ...process.env, ...(isSet ? {} : settingsOf(service)) };
    process.exitCode = spawnSync(process.execPath, [script, ...rest], { env, stdio: 'inherit' }).status ?? 1;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

function settingsOf(member: (typeof services)[number]): Environment {
  const dataDir = dataDirFromEnvironment();
  const settings = runningSettings(dataDir);
  const eventsAccess = { EVENTS_COMMAND_PASSWORD: loadSecrets(dataDir).natsPasswords[eventsCommand] };
  return member === 'gateway' || member === 'website'
    ? settings.services[member]
    : { ...settings.services[member], ...settings.owners[member], ...eventsAccess };
}
