import { parseArgs } from 'node:util';
import { dataDirFromEnvironment } from '../deploy/local/data-dir.ts';
import { readRun } from '../deploy/local/supervisor/run-file.ts';
import { isProblem } from '../packages/client/src/client.ts';
import { type CallRecord, Client } from './client.ts';
import { runJourney, type Stage } from './journey.ts';
import { verifyAudit } from './steps/proof.ts';
import { operatorSessions } from './steps/sign-in.ts';
import { buildWorld } from './world/world.ts';

const help = `npm run demo [-- options]   runs the main journey on a running platform: the verification of a provider

  --world     fill an empty platform with 60 providers and a year of history instead; it runs with
              \`npm start -- --world --no-journey\`, and \`npm start -- --world\` does both
  --seed <n>  another world of the same kind (default 1)
  --json      print one JSON object per line
  --verbose   print every request
  --retry <s> repeat a request that gets 502, 503 or 504 for so many seconds (default 0)
  --help      show this text

  GATEWAY_URL   URL of the gateway (default: the platform that runs on DATA_DIR)
  DATA_DIR      data folder of the platform (now ${dataDirFromEnvironment()})

Each run creates a new person and a new provider. It reads the development mailbox, so it requires npm start.
`;

const { values: options } = parseArgs({
  options: {
    world: { type: 'boolean' },
    seed: { type: 'string', default: '1' },
    json: { type: 'boolean' },
    verbose: { type: 'boolean' },
    retry: { type: 'string', default: '0' },
    help: { type: 'boolean', short: 'h' },
  },
});

type Line = { step?: number; title: string; summary?: string; requestId?: string; ms?: number; requests?: number };

function print(line: Line): void {
  if (options.json) return void process.stdout.write(`${JSON.stringify(line)}\n`);
  const { step, title, summary = '', ms, requestId } = line;
  const text = step === undefined ? `    ${title}` : `${String(step).padStart(2)}  ${title}: ${summary}`;
  const time = ms === undefined ? '' : `  (${ms} ms${requestId ? `, request ${requestId}` : ''})`;
  process.stdout.write(`  ${text}${time}\n`);
}

async function main(): Promise<void> {
  const dataDir = dataDirFromEnvironment();
  const run = readRun(dataDir);
  const url = process.env.GATEWAY_URL ?? run?.url;
  if (!url)
    throw new Error(`The platform does not run on ${dataDir}. Start it with \`npm start\`, or set GATEWAY_URL.`);

  if (options.world) return buildWorld({ url, dataDir, seed: options.seed, report: (title) => print({ title }) });

  const changes: string[] = [];
  let last: CallRecord | undefined;
  let requests = 0;
  const client = new Client(
    url,
    (call) => {
      last = call;
      requests++;
      if (call.method !== 'GET' && call.status < 300 && call.path.startsWith('/')) changes.push(call.requestId);
      if (options.verbose)
        print({ title: `${call.method} ${call.path} ${call.status}`, requestId: call.requestId, ms: call.ms });
    },
    { retryMs: Number(options.retry) * 1000 },
  );
  const note = (title: string) => print({ title });
  const step: Stage['step'] = async (number, title, run, summarise) => {
    const started = performance.now();
    requests = 0;
    const result = await run();
    const ms = Math.round(performance.now() - started);
    const requestId = requests > 0 ? last?.requestId : undefined;
    print({ step: number, title, summary: summarise(result), ms, requests, ...(requestId && { requestId }) });
    return result;
  };

  await runJourney({ client, operator: operatorSessions(client, note), step, note });
  if (run?.url === client.url)
    await step(
      12,
      'Audit',
      () => verifyAudit(dataDir, changes),
      (verdict) => verdict,
    );
  else note('12  Audit: skipped, because it needs the DATA_DIR of the platform');
}

if (options.help) process.stdout.write(help);
else {
  try {
    await main();
  } catch (error) {
    process.stderr.write(`\nThe demo failed: ${describe(error)}\n`);
    process.exitCode = 1;
  }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const request = isProblem(error) ? `\nRequest ${error.requestId}: npm run trace -- ${error.requestId}` : '';
  const cause = error.cause === undefined ? '' : `\nCause: ${describe(error.cause)}`;
  return `${error.message}${request}${cause}`;
}
