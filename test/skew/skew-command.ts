import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { consoleSteps } from '../../deploy/local/progress.ts';
import { type ServiceName, services } from '../../deploy/local/services.ts';
import { lastRelease } from '../../deploy/releases/releases.ts';
import { type Direction, directions, type Pair, pairsOf, schemaIn, titleOf, versionIn } from './pairs.ts';
import { playAndCheck } from './play.ts';
import { releasedTree } from './released-tree.ts';
import { SkewStack, type Trees, treesOf } from './stack.ts';

const help = `npm run test:skew [-- options]   runs services of the last release beside those of the checkout

  For each service, in both directions:
    new   that service from the checkout, all others of the release; only its database is migrated
    old   that service of the release, all others from the checkout; all databases are migrated

  Each pair runs the main journey of the released demo, because its clients must keep working. Then the run checks: every event
  applied, none parked, nothing lost or repeated, one audit entry per write, the audit chain, no field gone.

  --service <name>     only this service: ${services.join(', ')}
  --direction <name>   only this direction: ${directions.join(', ')}
  --seed <number>      order of the services (default: a new one, printed)
  --help               show this text

deploy/releases.json records the releases. Source and packages of the last one stay in .cache/releases for the next run.
Ctrl-C stops everything and removes all other files.
`;

type Options = { services: readonly ServiceName[]; directions: readonly Direction[]; seed: number };

function optionsFrom(args: string[]): Options | undefined {
  const { values } = parseArgs({
    args,
    options: {
      service: { type: 'string' },
      direction: { type: 'string' },
      seed: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return undefined;
  const seed = Number(values.seed ?? randomInt(1_000_000));
  if (!Number.isSafeInteger(seed)) throw new Error('--seed must be a whole number.');
  return {
    services: chosen('--service', services, values.service),
    directions: chosen('--direction', directions, values.direction),
    seed,
  };
}

function chosen<Name extends string>(option: string, names: readonly Name[], value: string | undefined) {
  const found = names.filter((name) => value === undefined || name === value);
  if (found.length === 0) throw new Error(`Unknown ${option} "${value}". Use one of: ${names.join(', ')}.`);
  return found;
}

const step = consoleSteps();
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const interrupt = new AbortController();
const interrupted = new Promise<never>((_, reject) => {
  interrupt.signal.addEventListener('abort', () => reject(new Error('interrupted')));
});
interrupted.catch(() => {});

async function main(options: Options): Promise<void> {
  const started = performance.now();
  const release = lastRelease();
  print(`Beside release ${release.name}, commit ${release.commit.slice(0, 12)}. Seed ${options.seed}.`);
  const trees = treesOf(await step(`prepare release ${release.name}`, (report) => releasedTree(release, report)));
  const pairs = pairsOf(options, options.seed);
  const failed = await runPairs(pairs, trees);
  const seconds = Math.round((performance.now() - started) / 1000);
  print(`\n${pairs.length - failed.length} passed, ${failed.length} failed in ${seconds} s`);
  for (const { service, direction } of failed)
    print(`  npm run test:skew -- --service ${service} --direction ${direction}`);
  process.exitCode = failed.length > 0 ? 1 : 0;
}

type Baseline = { stack: SkewStack; fields: Set<string> };

/** Pairs share a platform until one fails, because a failure leaves wrong data. */
async function runPairs(pairs: Pair[], trees: Trees): Promise<Pair[]> {
  const failed: Pair[] = [];
  let baseline: Baseline | undefined;
  try {
    for (const pair of pairs) {
      baseline ??= await start(trees);
      const { stack, fields } = baseline;
      try {
        await step(titleOf(pair), () => Promise.race([runPair(pair, stack, fields, trees), interrupted]));
      } catch (error) {
        interrupt.signal.throwIfAborted();
        print(indented(error));
        failed.push(pair);
        await stack[Symbol.asyncDispose]();
        baseline = undefined;
      }
    }
  } finally {
    await baseline?.stack[Symbol.asyncDispose]();
  }
  return failed;
}

async function start(trees: Trees): Promise<Baseline> {
  const stack = await step('start the released services', () => SkewStack.start(trees, interrupt.signal));
  try {
    const fields = await step('run the main journey of the released demo', () =>
      Promise.race([playAndCheck(stack, trees.released), interrupted]),
    );
    return { stack, fields };
  } catch (error) {
    await stack[Symbol.asyncDispose]();
    throw error;
  }
}

async function runPair(pair: Pair, stack: SkewStack, expected: Set<string>, trees: Trees): Promise<void> {
  await stack.arrange(
    (service) => versionIn(pair, service),
    (service) => schemaIn(pair, service),
  );
  const fields = await playAndCheck(stack, trees.released);
  const gone = [...expected].filter((field) => !fields.has(field));
  if (gone.length > 0) throw new Error(`Fields that released clients read are gone: ${gone.join(', ')}`);
}

function indented(error: unknown): string {
  return String(error instanceof Error ? error.message : error).replace(/^/gm, '      ');
}

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => interrupt.abort());

try {
  const options = optionsFrom(process.argv.slice(2));
  if (options) await main(options);
  else process.stdout.write(help);
} catch (error) {
  process.stderr.write(interrupt.signal.aborted ? '\ninterrupted\n' : `\n${indented(error).trimStart()}\n`);
  // A journey that still runs would keep the process for its timeout.
  process.exit(interrupt.signal.aborted ? 130 : 1);
}
