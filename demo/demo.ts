import { parseArgs } from 'node:util';
import { dataDirFromEnvironment } from '../deploy/local/data-dir.ts';
import { readRun } from '../deploy/local/supervisor/run-file.ts';
import { Client, type Seen } from './client.ts';
import { proveAudit } from './steps/proof.ts';
import { operatorSessions } from './steps/sign-in.ts';
import { playStory, type Stage } from './story.ts';

const help = `npm run demo [-- options]   a provider gets verified, through the gateway of a running platform

  --json      one JSON object a line
  --verbose   every request
  --help      this text

  GATEWAY_URL   the gateway (default: of the platform that runs on DATA_DIR)
  DATA_DIR      where that keeps its data (now ${dataDirFromEnvironment()})

Each run is a new person and a new provider. It needs the development mailbox, so it works with npm start only.
`;

const { values: options } = parseArgs({
  options: { json: { type: 'boolean' }, verbose: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
});

type Line = { step?: number; title: string; told?: string; requestId?: string; ms?: number; requests?: number };

function print(line: Line): void {
  if (options.json) return void process.stdout.write(`${JSON.stringify(line)}\n`);
  const { step, title, told = '', ms, requestId } = line;
  if (step === undefined) return void process.stdout.write(`      ${title}\n`);
  process.stdout.write(
    `  ${String(step).padStart(2)}  ${title}: ${told}  (${ms} ms${requestId ? `, request ${requestId}` : ''})\n`,
  );
}

async function main(): Promise<void> {
  const dataDir = dataDirFromEnvironment();
  const run = readRun(dataDir);
  const url = process.env.GATEWAY_URL ?? run?.url;
  if (!url) throw new Error(`No platform runs on ${dataDir}. Start it with \`npm start\`, or set GATEWAY_URL.`);

  const changes: string[] = [];
  let last: Seen | undefined;
  let requests = 0;
  const client = new Client(url, (seen) => {
    last = seen;
    requests++;
    if (seen.method !== 'GET' && seen.status < 300 && seen.path.startsWith('/')) changes.push(seen.requestId);
    if (options.verbose)
      print({ title: `${seen.method} ${seen.path} ${seen.status}`, requestId: seen.requestId, ms: seen.ms });
  });
  const aside = (title: string) => print({ title });
  const chapter: Stage['chapter'] = async (step, title, play, told) => {
    const started = performance.now();
    requests = 0;
    const result = await play();
    const ms = Math.round(performance.now() - started);
    const requestId = requests > 0 ? last?.requestId : undefined;
    print({ step, title, told: told(result), ms, requests, ...(requestId && { requestId }) });
    return result;
  };

  await playStory({ client, operator: operatorSessions(client, aside), chapter, aside });
  if (run?.url === client.url)
    await chapter(
      12,
      'Proof',
      () => proveAudit(dataDir, changes),
      (verdict) => verdict,
    );
  else aside('12  Proof: only beside the platform itself, with its DATA_DIR');
}

if (options.help) process.stdout.write(help);
else {
  try {
    await main();
  } catch (error) {
    process.stderr.write(`\nThe story stops here: ${describe(error)}\n`);
    process.exitCode = 1;
  }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message}\nbecause: ${describe(error.cause)}`;
}
