import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { contractVersion } from '@trust/contracts/contract-version';
import { auditedServices } from '@trust/contracts/events/any';
import { asyncApiDocument } from './src/asyncapi.ts';
import { baselineOf, type Contracts, changelogOf, versionOf, withVersion } from './src/changelog/changelog.ts';
import { clientTypes } from './src/client/contract-types.ts';
import { clientOperations, clientProblems } from './src/client/tables.ts';
import { breakingChanges, breakingEvents } from './src/compatibility/breaking-changes.ts';
import type { ContractDocument } from './src/contract-document.ts';
import { type OpenApiDocument, openapiFragment, refuseDuplicateIds } from './src/fragment.ts';
import { mergeFragments } from './src/merge.ts';
import { TextLists } from './src/texts.ts';

const root = join(import.meta.dirname, '../..');
const baseline = 'packages/contracts/baseline';

const help = `npm run openapi [-- --check]   generates the contract from the code

  packages/contracts/openapi.json     the merged contract
  packages/contracts/asyncapi.json    the events with publishers and consumers
  packages/contracts/texts.json       labels of every list of values and problem, for GET /catalog/texts
  packages/contracts/CHANGELOG.md     what changed for clients since each version
  packages/client/src/generated       types and tables of the client
  packages/contracts/src/contract-version.ts   that of the last record, or one of its own that ends in -unreleased

  --check     writes nothing; fails and lists files that are not up to date
  --version   records a version, such as 1.1.0: its section of the changelog, and ${baseline}

Fails for changes that break clients of the last recorded version (${baseline}: the contract without texts and
examples).
`;

async function main(): Promise<void> {
  const { values: options } = parseArgs({
    options: {
      check: { type: 'boolean' },
      version: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (options.help) return void process.stdout.write(help);
  if (options.version !== undefined && !isNext(options.version))
    return fail('A version is higher than the last one, and has three numbers:', [`${recordedVersion()} → 1.1.0`]);
  const { files, missing, undescribed } = await generate(options.version);
  if (missing.length > 0) return fail(withoutExample, missing);
  if (undescribed.length > 0) return fail(withoutDescription, undescribed);
  const breaks = breaksBaseline(files);
  if (breaks.length > 0) return fail(broken, breaks);
  const drifted = files.filter(({ file, text }) => !existsSync(file) || readFileSync(file, 'utf8') !== text);
  if (options.check) {
    if (drifted.length > 0)
      fail(
        'Not up to date. Run npm run openapi:',
        drifted.map(({ name }) => name),
      );
    return;
  }
  for (const { file, name, text } of drifted) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    process.stdout.write(`${name} written\n`);
  }
}

function fail(title: string, lines: string[]): void {
  process.stdout.write(`${title}\n  ${lines.join('\n  ')}\n`);
  process.exitCode = 1;
}

/** Within /api/v1 a version adds, so the first number stays. */
function isNext(version: string): boolean {
  const [major, minor = 0, patch = 0] = version.split('.').map(Number);
  const [lastMajor, lastMinor = 0, lastPatch = 0] = recordedVersion().split('.').map(Number);
  if (!/^\d+\.\d+\.\d+$/.test(version) || major !== lastMajor) return false;
  return minor > lastMinor || (minor === lastMinor && patch > lastPatch);
}

async function generate(version?: string) {
  const undescribed = new Set<string>();
  const texts = new TextLists();
  const fragments = await Promise.all(
    auditedServices.map(async (service) => ({
      service,
      document: await fragmentOf(service, (place) => undescribed.add(place), texts.add),
    })),
  );
  const missing: string[] = [];
  const contract = mergeFragments(fragments, { missingExample: (place) => missing.push(place) });
  const documents: [string, unknown][] = [
    ['packages/contracts/openapi.json', contract],
    [
      'packages/contracts/asyncapi.json',
      await asyncApiDocument(
        root,
        { example: (place) => missing.push(place), description: (place) => undescribed.add(place) },
        texts.add,
      ),
    ],
  ];
  const current = { openapi: contract, asyncapi: documents.at(-1)?.[1] } as Contracts;
  const ownVersion = version ?? versionOf(recordedVersion(), lastVersion(), current);
  for (const [, document] of documents) Object.assign((document as { info: object }).info, { version: ownVersion });
  const written: [string, string][] = [
    [versionFile, readFileSync(join(root, versionFile), 'utf8').replace(`'${contractVersion}'`, `'${ownVersion}'`)],
    ...changelogFiles(current, version),
    ...documents.map(([name, document]): [string, string] => [name, `${JSON.stringify(document, null, 2)}\n`]),
    [textsFile, `${JSON.stringify(texts.document(), null, 2)}\n`],
    ...(await clientFiles(contract as unknown as ContractDocument)),
  ];
  const files = written.map(([name, text]) => ({ name, file: join(root, name), text }));
  return { files, missing: [...new Set(missing)], undescribed: [...undescribed] };
}

const changelog = 'packages/contracts/CHANGELOG.md';
const versionFile = 'packages/contracts/src/contract-version.ts';
const textsFile = 'packages/contracts/texts.json';

function changelogFiles(current: Contracts, version?: string): [string, string][] {
  const read = (name: string) => readFileSync(join(root, name), 'utf8');
  const last = lastVersion();
  if (version === undefined) return [[changelog, changelogOf(read(changelog), last, current)]];
  const title = `${version} (${new Date().toISOString().slice(0, 10)})`;
  return [
    [changelog, withVersion(read(changelog), title, last, current)],
    [`${baseline}/openapi.json`, baselineOf(current.openapi)],
    [`${baseline}/asyncapi.json`, baselineOf(current.asyncapi)],
  ];
}

async function clientFiles(contract: ContractDocument): Promise<[string, string][]> {
  const folder = 'packages/client/src/generated';
  return [
    [`${folder}/contract.ts`, await clientTypes(contract)],
    [`${folder}/operations.ts`, clientOperations(contract)],
    [`${folder}/problems.ts`, clientProblems()],
  ];
}

function recordedVersion(): string {
  return JSON.parse(readFileSync(join(root, baseline, 'openapi.json'), 'utf8')).info.version;
}

type Written = { name: string; file: string; text: string };

function lastVersion(): Contracts {
  const read = (name: string) => JSON.parse(readFileSync(join(root, baseline, name), 'utf8'));
  return { openapi: read('openapi.json'), asyncapi: read('asyncapi.json') };
}

function breaksBaseline(files: Written[]): string[] {
  const current = (name: string) =>
    JSON.parse(files.find((file) => file.name === `packages/contracts/${name}`)?.text ?? '{}');
  const last = lastVersion();
  return [
    ...breakingChanges(last.openapi, current('openapi.json')),
    ...breakingEvents(last.asyncapi, current('asyncapi.json')),
  ];
}

const broken =
  'Breaking changes of the recorded contract. Add an optional field, another route or the next version of an event ' +
  'instead; otherwise the change belongs in /api/v2.';

const withoutExample = 'Fields without an example. Add `.meta({ examples: [...] })` to the field:';

const withoutDescription =
  'Fields and values without a description. Add `.describe(…)` with units, limits and what null means to the field, ' +
  'and declare a list of values with `valueList` of packages/contracts/src/values/value-list.ts:';

async function fragmentOf(
  service: string,
  undescribed: (place: string) => void,
  texts: TextLists['add'],
): Promise<OpenApiDocument> {
  const { routes } = await import(join(root, `services/${service}/src/routes.ts`));
  refuseDuplicateIds(routes);
  return openapiFragment(service, routes, undescribed, texts);
}

await main();
