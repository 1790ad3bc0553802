import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { auditedServices } from '@trust/contracts/events/any';
import { asyncApiDocument } from './src/asyncapi.ts';
import { clientOperations, clientProblems } from './src/client-tables.ts';
import { clientTypes } from './src/client-types.ts';
import { breakingChanges, breakingEvents } from './src/compatibility/breaking-changes.ts';
import type { ContractDocument } from './src/contract-document.ts';
import { type OpenApiDocument, openapiFragment } from './src/fragment.ts';
import { mergeFragments } from './src/merge.ts';

const root = join(import.meta.dirname, '../..');

const help = `npm run openapi [-- --check]   generates the contract from the code

  services/<service>/openapi.json     fragment of each service
  packages/contracts/openapi.json     the merged contract
  packages/contracts/asyncapi.json    the events with publishers and consumers
  packages/client/src/generated       types and tables of the client

  --check     writes nothing; fails and lists files that are not up to date
  --release   also updates packages/contracts/released, which later changes must not break

Fails for changes that break clients of the released contract (packages/contracts/released).
`;

async function main(): Promise<void> {
  const { values: options } = parseArgs({
    options: { check: { type: 'boolean' }, release: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  });
  if (options.help) return void process.stdout.write(help);
  const { files, missing, undescribed } = await generate();
  if (missing.length > 0) return fail(withoutExample, missing);
  if (undescribed.length > 0) return fail(withoutDescription, undescribed);
  const breaks = breaksRelease(files);
  if (breaks.length > 0) return fail(broken, breaks);
  const targets = options.release ? [...files, ...files.flatMap(released)] : files;
  const drifted = targets.filter(({ file, text }) => !existsSync(file) || readFileSync(file, 'utf8') !== text);
  if (options.check) {
    if (drifted.length > 0)
      fail(
        'Not up to date. Run npm run openapi:',
        drifted.map(({ name }) => name),
      );
    return;
  }
  for (const { file, name, text } of drifted) {
    writeFileSync(file, text);
    process.stdout.write(`${name} written\n`);
  }
}

function fail(title: string, lines: string[]): void {
  process.stdout.write(`${title}\n  ${lines.join('\n  ')}\n`);
  process.exitCode = 1;
}

async function generate() {
  const undescribed = new Set<string>();
  const fragments = await Promise.all(
    auditedServices.map(async (service) => ({
      service,
      document: await fragmentOf(service, (place) => undescribed.add(place)),
    })),
  );
  const missing: string[] = [];
  const contract = mergeFragments(fragments, (place) => missing.push(place));
  const documents: [string, unknown][] = [
    ...fragments.map(({ service, document }): [string, unknown] => [`services/${service}/openapi.json`, document]),
    ['packages/contracts/openapi.json', contract],
    [
      'packages/contracts/asyncapi.json',
      await asyncApiDocument(root, {
        example: (place) => missing.push(place),
        description: (place) => undescribed.add(place),
      }),
    ],
  ];
  const texts: [string, string][] = [
    ...documents.map(([name, document]): [string, string] => [name, `${JSON.stringify(document, null, 2)}\n`]),
    ...(await clientFiles(contract as unknown as ContractDocument)),
  ];
  const files = texts.map(([name, text]) => ({ name, file: join(root, name), text }));
  return { files, missing: [...new Set(missing)], undescribed: [...undescribed] };
}

async function clientFiles(contract: ContractDocument): Promise<[string, string][]> {
  const folder = 'packages/client/src/generated';
  return [
    [`${folder}/contract.ts`, await clientTypes(contract)],
    [`${folder}/operations.ts`, clientOperations(contract)],
    [`${folder}/problems.ts`, clientProblems()],
  ];
}

type Written = { name: string; file: string; text: string };

function released({ name, text }: Written): Written[] {
  const [, document] = /^packages\/contracts\/(\w+\.json)$/.exec(name) ?? [];
  if (!document) return [];
  const place = `packages/contracts/released/${document}`;
  return [{ name: place, file: join(root, place), text }];
}

function breaksRelease(files: Written[]): string[] {
  const [openapi, asyncapi] = files.flatMap((file) =>
    released(file)
      .filter((release) => existsSync(release.file))
      .map((release) => ({ was: JSON.parse(readFileSync(release.file, 'utf8')), is: JSON.parse(file.text) })),
  );
  return [
    ...(openapi ? breakingChanges(openapi.was, openapi.is) : []),
    ...(asyncapi ? breakingEvents(asyncapi.was, asyncapi.is) : []),
  ];
}

const broken =
  'Breaking changes of the released contract. Add an optional field, another route or the next version of an event ' +
  'instead; otherwise the change belongs in /api/v2.';

const withoutExample =
  'Fields without an example. Add `.meta({ examples: [...] })` to the schema, or an entry for the field name to ' +
  'packages/contracts/src/description/field-examples.ts:';

const withoutDescription =
  'Fields without a description. Add `.meta({ description: … })` with units and limits to the schema, or an entry ' +
  'to packages/contracts/src/description/field-descriptions/ (`Schema.field`, `field`, `query.name`):';

async function fragmentOf(service: string, undescribed: (place: string) => void): Promise<OpenApiDocument> {
  const { routes } = await import(join(root, `services/${service}/src/routes.ts`));
  return openapiFragment(service, routes, undescribed);
}

await main();
