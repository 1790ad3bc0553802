import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { busServices, serviceDatabases, services } from '../local/services.ts';
import { partsChecks } from './parts-checks.ts';
import type { Container, Stack } from './stack.ts';

/** Only a running stack shows these. Each returns its findings; an empty list is a success. */
export const checks: Record<string, (stack: Stack, secretTexts: string[]) => Promise<string[]>> = {
  'every container runs or has done its step, and none has restarted': async (stack) =>
    (await stack.containers()).flatMap(({ Name, RestartCount, State: { Status, ExitCode } }) => [
      ...(RestartCount === 0 ? [] : [`${Name} has restarted ${RestartCount} times`]),
      ...(Status === 'running' || (Status === 'exited' && ExitCode === 0) ? [] : [`${Name} is ${Status}`]),
    ]),
  'SC3 services run as a user, without capabilities, on a read-only root, within limits': async (stack) => {
    const found = await ofEachService(stack, async (_name, { Config, HostConfig }) => [
      ...(Config.User === '10001:10001' ? [] : [`user ${Config.User || 'root'}`]),
      ...(HostConfig.ReadonlyRootfs ? [] : ['writable root']),
      ...(HostConfig.CapDrop?.includes('ALL') ? [] : ['capabilities']),
      ...(HostConfig.SecurityOpt?.includes('no-new-privileges:true') ? [] : ['new privileges']),
      ...(HostConfig.Memory > 0 && HostConfig.PidsLimit > 0 ? [] : ['no limit of memory or processes']),
    ]);
    return found;
  },
  'SC3 a write outside /tmp fails': async (stack) =>
    ofEachService(stack, async (name) => {
      const script = `import { writeFileSync } from 'node:fs';
        const outcomes = ['/app/x', '/etc/x', '/x', '/data/x', '/tmp/x'].map((file) => {
          try { writeFileSync(file, ''); return file; } catch { return ''; }
        });
        console.log(outcomes.join(''));`;
      const written = (await stack.node(name, script)).trim();
      // Operations has a volume for its checkpoints, in the folder that the user owns in each image.
      const expected = name === 'operations' ? '/data/x/tmp/x' : '/tmp/x';
      return written === expected ? [] : [`can write ${written}`];
    }),
  'SC3 only evidence, which limits its examinations by it, has a shell': async (stack) =>
    ofEachService(stack, async (name, { Id }) => {
      const hasShell = await stack.docker('exec', Id, '/bin/sh', '-c', 'exit 0').then(
        () => true,
        () => false,
      );
      return hasShell === (name === 'evidence') ? [] : [hasShell ? 'has a shell' : 'has no shell'];
    }),
  'SC4 no secret is in docker inspect or in the environment of a process': async (stack, secretTexts) =>
    ofEachService(stack, async (_name, container) => {
      const shown = JSON.stringify(container) + mainProcesses(container).map(environOf).join();
      return secretTexts.filter((text) => shown.includes(text)).map((text) => `shows ${text.slice(0, 4)}…`);
    }),
  'SC3 a service reaches only the servers that it needs': async (stack) =>
    ofEachService(stack, async (name) => {
      const reached: string[] = JSON.parse(await stack.node(name, tryConnections));
      const expected = Object.keys(usersOf).filter((server) => usersOf[server]?.includes(name));
      return [
        ...reached.filter((server) => !expected.includes(server)).map((server) => `reaches ${server}`),
        ...expected.filter((server) => !reached.includes(server)).map((server) => `does not reach ${server}`),
      ];
    }),
  'P1 a checkpoint of the audit log is in the bucket, and the chain holds': async (stack) => {
    const { Id } = await stack.container('operations');
    const node = ['exec', '--env', 'NATS_URL=', Id, 'node', '--env-file=/run/secrets/settings'];
    const verify = 'services/operations/src/audit/verify-command.ts';
    const verdict = await stack.docker(...node, verify, 'verify', '--checkpoint');
    const stored = Number(await stack.docker(...node, '--input-type=module', '--eval', countCheckpoints));
    return [
      ...(verdict.startsWith('The chain holds.') ? [] : [verdict]),
      ...(stored > 0 ? [] : ['the bucket has no checkpoint']),
    ];
  },
  'a killed service is back': async (stack) => {
    await endMainProcess(stack, 'provider', 'SIGKILL');
    return [];
  },
  'a hung service is killed by its health check and is back': async (stack) => {
    await endMainProcess(stack, 'verification', 'SIGSTOP');
    return [];
  },
  ...partsChecks,
  // The demo opens no page of the website.
  'Prometheus gets the request metrics of every service': async (stack) => {
    await stack.node('gateway', "await fetch('http://127.0.0.1:8080/')");
    for (let waited = 0; ; waited += 5000) {
      const jobs = await jobsWithMetrics(stack);
      const missing = services.filter((name) => !jobs.includes(name));
      if (missing.length === 0 || waited > 180_000) return missing.map((name) => `no metrics of ${name}`);
      await delay(5000);
    }
  },
};

const countCheckpoints = `const { s3Checkpoints } = await import('/app/services/operations/src/audit/checkpoints/s3-checkpoints.ts');
  const setting = (name) => process.env['AUDIT_CHECKPOINT_S3_' + name];
  const account = { endpoint: setting('ENDPOINT'), accessKey: setting('ACCESS_KEY'), secretKey: setting('SECRET_KEY') };
  const checkpoints = s3Checkpoints({ ...account, region: 'us-east-1', bucket: 'audit-checkpoints' });
  console.log((await checkpoints.read()).length);`;

/** Servers of the stack. That an internal network drops other packets is not tested: no address outside answers. */
const usersOf: Record<string, readonly string[]> = {
  'postgres:5432': serviceDatabases,
  'nats:4222': busServices,
  'object-store:8333': ['evidence', 'operations'],
  'clamav:3310': ['evidence'],
  'prometheus:9090': [],
};

const tryConnections = `import { connect } from 'node:net';
  const isReached = (server) => new Promise((resolve) => {
    const [host, port] = server.split(':');
    const socket = connect({ host, port, timeout: 3000 });
    socket.on('connect', () => resolve(true)).on('timeout', () => resolve(false))
      .on('error', ({ code }) => resolve(code === 'ECONNREFUSED')).on('close', () => socket.destroy());
  });
  const servers = ${JSON.stringify(Object.keys(usersOf))};
  const found = await Promise.all(servers.map(isReached));
  console.log(JSON.stringify(servers.filter((_, index) => found[index])));
  process.exit();`;

async function jobsWithMetrics(stack: Stack): Promise<string[]> {
  const script = `const query = 'count by (job) (http_server_request_duration_seconds_count)';
    const answer = await fetch('http://127.0.0.1:9090/api/v1/query?query=' + encodeURIComponent(query));
    console.log(JSON.stringify((await answer.json()).data.result.map(({ metric }) => metric.job)));`;
  return JSON.parse(await stack.node('prometheus', script));
}

async function ofEachService(
  stack: Stack,
  check: (name: string, container: Container) => Promise<string[]>,
): Promise<string[]> {
  const found: string[] = [];
  for (const name of services) {
    const findings = await check(name, await stack.container(name));
    found.push(...findings.map((finding) => `${name}: ${finding}`));
  }
  return found;
}

/** The process of the service: the child of the container's init. */
function mainProcesses({ State }: Container): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === State.Pid);
}

function parentOf(pid: number): number | undefined {
  try {
    return Number(/.*\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]);
  } catch {
    return undefined;
  }
}

function environOf(pid: number): string {
  return readFileSync(join('/proc', String(pid), 'environ'), 'utf8');
}

async function endMainProcess(stack: Stack, service: string, signal: NodeJS.Signals): Promise<void> {
  const before = await stack.container(service);
  const [pid] = mainProcesses(before);
  if (!pid) throw new Error(`${service} has no process.`);
  process.kill(pid, signal);
  await stack.awaitHealthy(service, 180_000, ({ RestartCount }) => RestartCount > before.RestartCount);
}
