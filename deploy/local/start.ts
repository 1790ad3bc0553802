import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { claimDataDir, dataDirFromEnvironment, recordStoryTold, resetDataDir, wasStoryTold } from './data-dir.ts';
import { repositoryRoot } from './environment.ts';
import { isPortFree } from './ports.ts';
import { consoleSteps } from './progress.ts';
import { readyText } from './ready-message.ts';
import { startStack } from './stack.ts';
import { RunFile } from './supervisor/run-file.ts';
import { runScript } from './supervisor/run-script.ts';

const help = `npm start [-- options]   the whole platform on this machine, for development

  --reset      throw away all data of earlier starts first
  --no-story   do not play the story on the first start
  --help       this text

  PORT         port of the gateway on 127.0.0.1 (default 8080)
  DATA_DIR     where everything is kept (now ${dataDirFromEnvironment()})
  LOG_LEVEL    of the services: debug, info, warn, error (default info)
  OTEL_*       goes to the services, for example OTEL_EXPORTER_OTLP_ENDPOINT
  EDGE_*       goes to the gateway: EDGE_REQUESTS_PER_MINUTE from one address (default 3000)

Ctrl-C stops everything. The next start goes on with the same data.
`;

const step = consoleSteps();
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const interrupt = new AbortController();

async function main(): Promise<void> {
  const { values: options } = parseArgs({
    options: { reset: { type: 'boolean' }, 'no-story': { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  });
  if (options.help) return say(help);
  const port = gatewayPort();
  const url = `http://127.0.0.1:${port}`;
  const dataDir = dataDirFromEnvironment();

  claimDataDir(dataDir);
  using run = await RunFile.claim(dataDir, url, say);
  if (options.reset) resetDataDir(dataDir);
  if (!(await isPortFree(port))) {
    throw new Error(`Port ${port} is taken by another program. Set PORT to a free one: PORT=${port + 1} npm start`);
  }

  say(`Provider Trust Platform, data in ${dataDir}`);
  {
    const announce = (message: string) => say(`  ! ${new Date().toISOString()} ${message}`);
    await using _stack = await startStack({ dataDir, port, step, announce, run, signal: interrupt.signal });
    if (!options['no-story']) await tellStory(dataDir, url);
    say(readyText(url, join(dataDir, 'logs')));
    await interrupted();
    say('\nstopping');
  }
  say('stopped');
}

/** Once: on the first start whose story came to its end. */
async function tellStory(dataDir: string, url: string): Promise<void> {
  const script = 'demo/demo.ts';
  if (wasStoryTold(dataDir) || !existsSync(join(repositoryRoot, script))) return;
  const logFile = join(dataDir, 'logs/story.log');
  try {
    await step('play the story', (report) =>
      runScript({
        name: 'story',
        script,
        env: { GATEWAY_URL: url, DATA_DIR: dataDir },
        logFile,
        signal: interrupt.signal,
        onLine: report,
      }),
    );
    recordStoryTold(dataDir);
  } catch (error) {
    interrupt.signal.throwIfAborted();
    // The platform runs all the same, and can be looked at to find out why.
    complain(error);
  }
}

function gatewayPort(): number {
  const text = process.env.PORT ?? '8080';
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new Error(`PORT is "${text}", not a port number.`);
  return port;
}

function interrupted(): Promise<void> {
  const { signal } = interrupt;
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve());
  });
}

function complain(error: unknown): void {
  const messages: string[] = [];
  for (let cause = error; cause !== undefined; cause = cause instanceof Error ? cause.cause : undefined) {
    messages.push(cause instanceof Error ? cause.message : String(cause));
  }
  process.stderr.write(`\n${messages.join('\nbecause: ')}\n`);
}

function fail(error: unknown): void {
  process.exitCode = 1;
  complain(error);
}

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => interrupt.abort());
// A bug of the supervisor's must not leave a platform behind that nobody supervises.
process.on('uncaughtException', (error) => {
  fail(error);
  interrupt.abort();
});
// The reader of our output may go first (a closed terminal, `| head`); the stop goes on.
process.stdout.on('error', () => {});
process.stderr.on('error', () => {});

try {
  await main();
} catch (error) {
  if (interrupt.signal.aborted && !process.exitCode) {
    process.exitCode = 130;
    say('stopped before it was ready');
  } else {
    fail(error);
  }
}
