import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { toolboxes } from './commands.ts';

const names = Object.values(toolboxes).flatMap(({ commands }) => commands);
const usage = `toolbox <command> [arguments]   runs \`npm run <command> -- [arguments]\` with the Secrets that this pod mounts

  ${names.join(', ')}
  wait   does nothing until the Job ends; meanwhile others run commands with \`kubectl exec\`
`;

const folder = process.env.SECRETS_DIR ?? '/run/secrets';
const [command = '', ...rest] = process.argv.slice(2);
if (command === 'wait') await wait();
else if (names.includes(command)) run();
else {
  process.stdout.write(usage);
  process.exitCode = command === '--help' ? 0 : 2;
}

function run(): void {
  const [name, box] = Object.entries(toolboxes).find(([, { commands }]) => commands.includes(command)) ?? [];
  const isHelp = rest.includes('--help');
  const wanted = command === 'backfills' && !isHelp ? ownerSecret() : (box?.secrets ?? []);
  const files = wanted.map((secret) => join(folder, secret, 'settings')).filter((file) => existsSync(file));
  if (files.length === 0 && !isHelp) {
    process.stderr.write(`This pod has no Secret for ${command}. Start the toolbox ${name}: docs/kubernetes.md.\n`);
    process.exitCode = 2;
    return;
  }
  const before = new Set(Object.keys(process.env));
  for (const file of files) process.loadEnvFile(file);
  // A command that runs others gives each its own Secret.
  process.env.TOOLBOX_SETTINGS = Object.keys(process.env)
    .filter((name) => !before.has(name))
    .join(',');
  // `npm run streams` has one name for the password of any user.
  if (command === 'streams') process.env.NATS_PASSWORD = process.env.NATS_PROVISIONER_PASSWORD;
  process.exitCode = spawnSync('npm', ['run', '--silent', command, '--', ...rest], { stdio: 'inherit' }).status ?? 1;
}

/** The owner of one database at a time. */
function ownerSecret(): string[] {
  const { values } = parseArgs({ args: rest, strict: false, options: { service: { type: 'string' } } });
  if (typeof values.service === 'string') return [`migrate-${values.service}`];
  process.stderr.write('Add --service: each database has an owner of its own.\n');
  return [];
}

async function wait(): Promise<void> {
  const stop = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop.abort());
  await delay(2 ** 31 - 1, undefined, { signal: stop.signal }).catch(() => {});
}
