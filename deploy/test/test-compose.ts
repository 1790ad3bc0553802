import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs, parseEnv } from 'node:util';
import { loadComposeSecrets, writeSecretFiles } from '../compose/compose-secrets.ts';
import { containerFiles } from '../compose/container-files.ts';
import { repositoryRoot } from '../local/environment.ts';
import { ensureTools } from '../local/packages/ensure-tools.ts';
import { consoleSteps } from '../local/progress.ts';
import { services } from '../local/services.ts';
import { RunFile } from '../local/supervisor/run-file.ts';
import { ensureBaseImage } from './base-image.ts';
import { checks } from './checks.ts';
import { startEngine } from './engine.ts';
import { backupsElsewhere, loseAndRestore } from './lose-and-restore.ts';
import { tlsHost } from './parts-checks.ts';
import { publishAfter } from './published-addresses.ts';
import { openLogFile, type RunOptions, run } from './run.ts';
import { Stack } from './stack.ts';

const defaultFolder = '/var/tmp/provider-trust-compose';
const usage = `npm run test:compose [-- options]   builds the images, starts deploy/compose.yaml, plays the demo, checks the containers,
                                 then loses every container and volume and restores the backup

  --r3             with three NATS servers and three copies of each stream
  --keep           do not stop the stack and the engine at the end
  --folder <path>  images, logs and the engine's files (default ${defaultFolder}); delete it to free the space
  --help           show this text

  DOCKER_HOST   use this engine; by default the command starts and stops a dockerd of its own, as root

Ctrl-C removes the containers and stops the engine. A run first removes what a killed run or --keep has left.
Needs no image registry: programs of Debian stand in for images (deploy/test/compose.override.yaml). It needs docker.io,
docker-compose and debootstrap, which root installs with apt, and npm's registry. The first run takes about 15 minutes.
`;

const tools = {
  docker: { apt: 'docker.io', unit: 'docker.service' },
  dockerd: { apt: 'docker.io', unit: 'docker.service' },
  'docker-compose': { apt: 'docker-compose' },
  debootstrap: { apt: 'debootstrap' },
  iptables: { apt: 'iptables' },
};

const { values: options } = parseArgs({
  options: {
    r3: { type: 'boolean' },
    keep: { type: 'boolean' },
    folder: { type: 'string', default: defaultFolder },
    help: { type: 'boolean', short: 'h' },
  },
});
const step = consoleSteps();
const print = (line: string): void => void process.stdout.write(`${line}\n`);

const removal = ['down', '--volumes', '--remove-orphans', '--timeout', '40'];

const r3Settings = parseEnv(readFileSync(join(repositoryRoot, 'deploy/r3.env'), 'utf8')) as Record<string, string>;

const interruption = new AbortController();
const interrupt = (signal: string) =>
  interruption.abort(new Error(`Interrupted by ${signal}. What was started is removed.`));

async function main(): Promise<void> {
  const { folder } = options;
  // Not once: npm and a terminal can both send it.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, interrupt);
  await step('check packages', (report) => ensureTools(tools, report));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  await using started = new AsyncDisposableStack();
  const runFile = await RunFile.claim(folder, 'npm run test:compose', print);
  if (!options.keep) started.use(runFile);
  const host = process.env.DOCKER_HOST ?? (await step('start dockerd', () => openEngine(started, runFile)));
  const secrets = join(folder, 'secrets');
  const removeSecrets = () => rmSync(secrets, { recursive: true, force: true });
  removeSecrets();
  mkdirSync(secrets, { mode: 0o700 });
  if (!options.keep) started.defer(removeSecrets);
  const { backupReader, checkpointStore } = loadComposeSecrets(secrets);
  const elsewhere = await backupsElsewhere({ backup: backupReader, checkpoints: checkpointStore });
  const operator: Record<string, string> = {
    ...elsewhere.settings,
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://otel-collector:8889',
    OTEL_METRIC_EXPORT_INTERVAL: '10000',
    EDGE_HOSTS: tlsHost,
    ...(options.r3 && r3Settings),
    COMPOSE_PROFILES: options.r3 ? 'r3,tls,backup' : 'tls,backup',
  };
  // Compose needs the files to build, and the addresses are drawn after it.
  const writeSettings = () => {
    const files = containerFiles(loadComposeSecrets(secrets), operator);
    writeSecretFiles(secrets, files);
    return files;
  };
  writeSettings();
  const env: Record<string, string> = {
    DOCKER_HOST: host,
    DOCKER_BUILDKIT: '0',
    COMPOSE_DOCKER_CLI_BUILD: '0',
    SECRETS_DIR: secrets,
    ...operator,
  };
  const removing: RunOptions = { env, log: openLogFile(join(folder, 'test-compose.log')) };
  const remove = async () => void (await new Stack('trust-test', removing).compose(...removal));
  await step('remove containers of an earlier run', remove);
  if (options.keep) print(`  containers stay: DOCKER_HOST=${host} docker ps`);
  else started.defer(() => step('remove containers', remove));
  const runOptions: RunOptions = { ...removing, signal: interruption.signal };
  const stack = new Stack('trust-test', runOptions);

  await step('base image', (report) => ensureBaseImage(folder, runOptions).then(report));
  await step('compose.yaml is valid, with and without the profile r3', () => validate(runOptions));
  const url = await publishAfter(() => step('build images', () => stack.compose('build', '--quiet')), env);
  for (const line of await imageSizes(stack)) print(`      ${line}`);
  Object.assign(operator, { PUBLIC_URL: url, S3_PUBLIC_ENDPOINT: env.S3_PUBLIC_ENDPOINT });
  const files = writeSettings();
  await step('up, until the gateway is ready', () => start(stack));
  const texts = Object.values(files).flatMap((file) => file.match(/[\w-]{43}/g) ?? []);
  const demo: typeof checks = { 'plays the demo': async () => playDemo(runOptions, url) };
  const prepareRestore = () => {
    operator.EVIDENCE_MAX_STORE_MISMATCHES = '0';
    writeSettings();
  };
  const loss: typeof checks = {
    'after the loss of every container and volume, a restore of the encrypted backup brings all back': () =>
      loseAndRestore({
        ...{ stack, url, prepareRestore, identity: elsewhere.identity, backupKeys: backupReader },
        start: () => start(stack),
      }),
    'the restored platform plays the demo': async () => playDemo(runOptions, url),
  };
  const all = Object.entries({ ...demo, ...checks, ...loss });
  let failed = 0;
  for (const [title, check] of all) {
    const passed = step(title, async () => {
      const findings = await check(stack, texts);
      if (findings.length > 0) throw new Error(findings.join('\n'));
    });
    await passed.catch(({ message }: Error) => {
      interruption.signal.throwIfAborted();
      print(message.replace(/^/gm, '      '));
      failed += 1;
    });
  }
  print(`\n${all.length - failed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}

/** A busy machine sheds load with 503 and Retry-After, so the demo repeats those requests. */
async function playDemo(runOptions: RunOptions, url: string): Promise<string[]> {
  const command = [process.execPath, 'demo/demo.ts', '--retry', '60'];
  const env = { GATEWAY_URL: url, DATA_DIR: '/nonexistent' };
  await run(command, { ...runOptions, cwd: repositoryRoot, env, onLine: (line) => print(`      ${line}`) });
  return [];
}

async function openEngine(started: AsyncDisposableStack, runFile: RunFile): Promise<string> {
  const engine = await startEngine(join(options.folder, 'engine'), runFile);
  if (!options.keep) started.use(engine);
  return engine.host;
}

async function validate(runOptions: RunOptions): Promise<void> {
  const file = ['docker-compose', '--file', join(repositoryRoot, 'deploy/compose.yaml')];
  await run([...file, 'config', '--quiet'], runOptions);
  await run(
    [...file, '--profile', 'r3', '--env-file', join(repositoryRoot, 'deploy/r3.env'), 'config', '--quiet'],
    runOptions,
  );
}

async function start(stack: Stack): Promise<void> {
  try {
    await stack.compose('up', '--detach', '--no-build');
  } catch (error) {
    // Compose names the container by its id only.
    print((await stack.failures()).replace(/^/gm, '      '));
    throw error;
  }
  for (const name of services) await stack.awaitHealthy(name, 300_000);
}

async function imageSizes(stack: Stack): Promise<string[]> {
  const names = [...services, 'setup'].map((name) => `trust/${name}:local`);
  const shown = await stack.docker('image', 'inspect', '--format', '{{index .RepoTags 0}} {{.Size}}', ...names);
  return shown.split('\n').map((line) => line.replace(/\d+$/, (bytes) => `${Math.round(Number(bytes) / 2 ** 20)} MiB`));
}

if (options.help) process.stdout.write(usage);
else {
  if (!existsSync('/proc/self')) throw new Error('test:compose requires Linux.');
  try {
    await main();
  } catch (error) {
    // An error during removal hides the cause.
    const isHidden = error instanceof SuppressedError;
    const cause = isHidden ? error.suppressed : error;
    process.stderr.write(`${cause instanceof Error ? cause.message : String(cause)}\n`);
    if (isHidden) process.stderr.write(`Not everything was removed: ${error.error}\n`);
    process.exitCode = 1;
  }
}
