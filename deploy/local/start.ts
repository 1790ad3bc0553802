import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beginHistory, endHistory, historyDays } from './clock.ts';
import {
  createDataDir,
  dataDirFromEnvironment,
  hasRunJourney,
  hasWorld,
  needsExample,
  recordJourneyRun,
  recordWorld,
  resetDataDir,
} from './data-dir.ts';
import { repositoryRoot } from './environment.ts';
import { lanAddress, urlAt } from './lan-address.ts';
import { followProblems } from './logs/problem-log.ts';
import { firstFreePort, portError } from './ports.ts';
import { consoleSteps } from './progress.ts';
import { readyMessage } from './ready-message.ts';
import { misspeltSettings } from './settings/known-settings.ts';
import { startStack } from './stack.ts';
import { gatewayPort, helpText, type StartOptions, startOptions, validateLogLevel } from './start-options.ts';
import { RunFile } from './supervisor/run-file.ts';
import { runScript } from './supervisor/run-script.ts';
import type { InspectPorts } from './supervisor/start-services.ts';
import { restartOnChange } from './supervisor/watch-sources.ts';

const step = consoleSteps();
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const announce = (message: string) => print(`  ! ${new Date().toISOString().slice(11, 19)} ${message}`);
const interrupt = new AbortController();

async function main(): Promise<void> {
  const options = startOptions(process.argv.slice(2));
  if (options.help) return print(helpText(dataDirFromEnvironment()));
  const misspelt = misspeltSettings(process.env);
  if (misspelt.length > 0) throw new Error(misspelt.join('\n'));
  validateLogLevel();
  const port = gatewayPort();
  const url = urlAt(undefined, port);
  const lan = options.lan ? lanAddress() : undefined;
  const dataDir = dataDirFromEnvironment();
  const logDir = join(dataDir, 'logs');

  createDataDir(dataDir);
  using run = await RunFile.claim(dataDir, url, print);
  if (options.reset) resetDataDir(dataDir);
  const isNewWorld = options.world && !hasWorld(dataDir);
  if (isNewWorld) beginHistory(dataDir, new Date(Date.now() - historyDays * 86_400_000));
  // Of one that was interrupted.
  else endHistory(dataDir);
  await requirePort(port);
  if (lan) await requirePort(port, lan);

  print(`Provider Trust Platform, data in ${dataDir}`);
  {
    const inspectPorts = await chooseInspectPorts(options);
    const { signal } = interrupt;
    const isWatching = options.watch;
    using _problems = followProblems(logDir, print);
    await using stack = await startStack({
      dataDir,
      port,
      step,
      announce,
      run,
      signal,
      inspectPorts,
      isWatching,
      lanAddress: lan,
    });
    if (options.journey && !options.world) await runJourney(dataDir, url);
    if (options.journey && isNewWorld) await buildWorld(dataDir, url, options.seed);
    const lanUrl = lan && urlAt(lan, port);
    print(readyMessage({ url, lanUrl, logDir, inspectPorts, isWatching, hasRunJourney: hasRunJourney(dataDir) }));
    using _watch = isWatching ? restartOnChange(stack, announce) : undefined;
    await interrupted();
    print('\nstopping');
  }
  print('stopped');
}

/** Runs the demo at each start until it has succeeded once. */
async function runJourney(dataDir: string, url: string): Promise<void> {
  const script = 'demo/demo.ts';
  if (!needsExample(dataDir) || !existsSync(join(repositoryRoot, script))) return;
  try {
    await step('run the main journey', (report) =>
      runScript({
        name: 'The main journey',
        script,
        env: { GATEWAY_URL: url, DATA_DIR: dataDir },
        logFile: join(dataDir, 'logs/journey.log'),
        signal: interrupt.signal,
        onLine: report,
      }),
    );
    recordJourneyRun(dataDir);
  } catch (error) {
    interrupt.signal.throwIfAborted();
    // The platform stays up: its logs show why the journey failed.
    printError(error);
  }
}

/** At the end, or when it fails, the platform lives at the present. */
async function buildWorld(dataDir: string, url: string, seed: string): Promise<void> {
  try {
    await step('build the world', (report) =>
      runScript({
        name: 'The world',
        script: 'demo/demo.ts',
        args: ['--world', '--seed', seed],
        env: { GATEWAY_URL: url, DATA_DIR: dataDir },
        logFile: join(dataDir, 'logs/world.log'),
        signal: interrupt.signal,
        onLine: report,
      }),
    );
    recordWorld(dataDir);
  } finally {
    endHistory(dataDir);
  }
}

async function requirePort(port: number, host = '127.0.0.1'): Promise<void> {
  const code = await portError(port, host);
  if (code === undefined) return;
  const free = await firstFreePort(port < 1024 ? 8080 : port + 1);
  const dataDir = process.env.DATA_DIR ? `DATA_DIR=${process.env.DATA_DIR} ` : '';
  const other = `${dataDir}PORT=${free} npm start`;
  if (code === 'EACCES') throw new Error(`This user may not listen on port ${port}. Use one from 1024 on: ${other}`);
  if (code === 'EADDRINUSE') throw new Error(`Port ${port} is in use by another program. Use a free one: ${other}`);
  throw new Error(`Cannot listen on port ${port} of ${host} (${code}). Use another one: ${other}`);
}

/** From 9229 on, where debuggers look first. */
async function chooseInspectPorts({ inspect }: StartOptions): Promise<InspectPorts> {
  const ports: InspectPorts = {};
  let next = 9229;
  for (const service of inspect) {
    const port = await firstFreePort(next);
    ports[service] = port;
    next = port + 1;
  }
  return ports;
}

function interrupted(): Promise<void> {
  const { signal } = interrupt;
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve());
  });
}

function printError(error: unknown): void {
  const messages: string[] = [];
  for (let cause = error; cause !== undefined; cause = cause instanceof Error ? cause.cause : undefined) {
    messages.push(cause instanceof Error ? cause.message : String(cause));
  }
  process.stderr.write(`\n${messages.join('\nCause: ')}\n`);
}

function fail(error: unknown): void {
  process.exitCode = 1;
  printError(error);
}

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => interrupt.abort());
// A bug of the supervisor must not leave services running without it.
process.on('uncaughtException', (error) => {
  fail(error);
  interrupt.abort();
});
// The reader of the output may end first (a closed terminal, `| head`); the stop must complete.
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});

try {
  await main();
} catch (error) {
  if (interrupt.signal.aborted && !process.exitCode) {
    process.exitCode = 130;
    print('stopped before it was ready');
  } else {
    fail(error);
  }
}
