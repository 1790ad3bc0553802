import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type OpenApiDocument, openapiFragment } from '@trust/service-kit/openapi';
import { mergeFragments } from '../../services/gateway/src/contract/merge.ts';
import { asyncApiDocument } from './asyncapi.ts';
import { auditedServices } from './src/events/any.ts';

const root = join(import.meta.dirname, '../..');

const help = `npm run openapi [-- --check]   writes the contract from the code

  services/<service>/openapi.json     each service's fragment
  packages/contracts/openapi.json     all of them merged, as the gateway merges them
  packages/contracts/asyncapi.json    the events: who sends what, who receives it

  --check   writes nothing; fails and names the files that are not up to date
`;

async function main(): Promise<void> {
  const { values: options } = parseArgs({
    options: { check: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  });
  if (options.help) return void process.stdout.write(help);
  const documents = await generate();
  const drifted = documents.filter(({ file, text }) => !existsSync(file) || readFileSync(file, 'utf8') !== text);
  if (options.check) {
    for (const { name } of drifted) process.stdout.write(`${name} is not up to date: npm run openapi\n`);
    if (drifted.length > 0) process.exitCode = 1;
    return;
  }
  for (const { file, name, text } of drifted) {
    writeFileSync(file, text);
    process.stdout.write(`${name} written\n`);
  }
}

async function generate() {
  const fragments = await Promise.all(
    auditedServices.map(async (service) => ({ service, document: await fragmentOf(service) })),
  );
  const documents: [string, unknown][] = [
    ...fragments.map(({ service, document }): [string, unknown] => [`services/${service}/openapi.json`, document]),
    ['packages/contracts/openapi.json', mergeFragments(fragments)],
    ['packages/contracts/asyncapi.json', await asyncApiDocument(root)],
  ];
  return documents.map(([name, document]) => ({
    name,
    file: join(root, name),
    text: `${JSON.stringify(document, null, 2)}\n`,
  }));
}

async function fragmentOf(service: string): Promise<OpenApiDocument> {
  const { routes } = await import(join(root, `services/${service}/src/routes.ts`));
  return openapiFragment(service, routes);
}

await main();
