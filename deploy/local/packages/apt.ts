import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Found } from './find-packages.ts';

const apt = ['apt-get', '-o', 'DPkg::Lock::Timeout=120', '-y'];
const policyFile = '/usr/sbin/policy-rc.d';
const policy = '#!/bin/sh\n# provider-trust-platform: start no service while its packages are installed\nexit 101\n';
const clusterPolicyFolder = '/etc/postgresql-common/createcluster.d';
const clusterPolicyFile = `${clusterPolicyFolder}/provider-trust-platform.conf`;

export function missingAptNames(found: Found): string[] | undefined {
  if (!existsSync('/usr/bin/apt-get')) return undefined;
  return [...(found.natsServer ? [] : ['nats-server']), ...(found.postgresBin ? [] : [postgisPackage()])];
}

export function installationAdvice(found: Found): string {
  const names = missingAptNames(found);
  const what = `Not found on this machine: ${found.missing.join(' and ')}.`;
  if (!names) {
    return `${what}\nInstall them with the package manager of this system (nats-server: https://github.com/nats-io/nats-server/releases,\nPostGIS: https://postgis.net/documentation/getting_started/), put nats-server and pg_config on the PATH, and try again.`;
  }
  return `${what} Install them with this command, then try again:\n\n    sudo sh -c 'apt-get update && apt-get install -y --no-install-recommends ${names.join(' ')}'\n`;
}

/** Starts and enables no service, and creates no Postgres cluster. */
export async function installWithApt(
  names: readonly string[],
  units: readonly string[],
  progress: (line: string) => void,
): Promise<void> {
  await run([...apt, 'update'], progress);
  const unknown = names.filter((name) => !isKnown(name));
  if (unknown.length > 0) {
    throw new Error(
      `apt does not know ${unknown.join(', ')}. Put the program on the PATH yourself (nats-server: https://github.com/nats-io/nats-server/releases), then try again.`,
    );
  }
  using _quiet = quietInstallation();
  await run([...apt, 'install', '--no-install-recommends', '--no-upgrade', ...names], progress);
  for (const unit of units) spawnSync('systemctl', ['disable', unit]);
}

function postgisPackage(): string {
  const result = spawnSync('apt-cache', ['search', '--names-only', '^postgresql-[0-9]+-postgis-3$'], {
    encoding: 'utf8',
  });
  const versions = [...(result.stdout ?? '').matchAll(/^postgresql-(\d+)-postgis-3 /gm)].map((match) =>
    Number(match[1]),
  );
  return versions.length > 0 ? `postgresql-${Math.max(...versions)}-postgis-3` : 'postgresql-postgis';
}

function isKnown(name: string): boolean {
  return /Candidate: (?!\(none\))/.test(spawnSync('apt-cache', ['policy', name], { encoding: 'utf8' }).stdout ?? '');
}

function quietInstallation(): Disposable {
  // A killed installation leaves this file behind; its text identifies it.
  const ownPolicy = !existsSync(policyFile) || readFileSync(policyFile, 'utf8') === policy;
  if (ownPolicy) writeFileSync(policyFile, policy, { mode: 0o755 });
  mkdirSync(clusterPolicyFolder, { recursive: true });
  writeFileSync(clusterPolicyFile, 'create_main_cluster = false\n');
  return {
    [Symbol.dispose]() {
      rmSync(clusterPolicyFile, { force: true });
      if (ownPolicy) rmSync(policyFile, { force: true });
    },
  };
}

async function run(command: string[], progress: (line: string) => void): Promise<void> {
  const [file = '', ...args] = command;
  const env = {
    ...process.env,
    DEBIAN_FRONTEND: 'noninteractive',
    LC_ALL: 'C',
    RUNLEVEL: '1',
    NEEDRESTART_SUSPEND: '1',
  };
  // Detached, so that Ctrl-C does not interrupt dpkg: apt finishes, then the start stops.
  const child = spawn(file, args, { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const tail: string[] = [];
  const counts = new Map<string, number>();
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      tail.push(line);
      const phase = /^(Get:|Unpacking|Setting up)/.exec(line)?.[0];
      const count = (counts.get(phase ?? '') ?? 0) + 1;
      if (phase) counts.set(phase, count);
      if (/^(Need to get|Err:|E:)/.test(line) || (phase && count % 40 === 1)) progress(line);
    });
  }
  const code = await new Promise((resolve) => child.once('close', resolve).once('error', resolve));
  if (code !== 0) throw new Error(`${command.join(' ')} failed (${code}):\n${tail.slice(-15).join('\n')}`);
}
