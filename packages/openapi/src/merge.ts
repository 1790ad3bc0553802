import { isDeepStrictEqual } from 'node:util';
import { contractVersion } from '@trust/contracts/contract-version';
import { areaOf, areasOf } from './areas.ts';
import { completeOperation } from './complete.ts';
import { type ContractDocument, type ContractOperation, exampleContact } from './contract-document.ts';
import type { JsonSchema } from './description/example.ts';
import type { OpenApiDocument } from './fragment.ts';
import { introduction } from './introduction.ts';
import {
  securitySchemes,
  selectHeaders,
  selectLimits,
  selectPermissions,
  selectProblemExamples,
} from './shared-components.ts';

export type Fragment = { service: string; document: OpenApiDocument };

type PathItems = NonNullable<OpenApiDocument['paths']>;
type Schemas = NonNullable<NonNullable<OpenApiDocument['components']>['schemas']>;

const reservedPaths = [
  '/openapi.json',
  '/api/v1/openapi.json',
  '/api/v1/asyncapi.json',
  '/internal',
  '/livez',
  '/readyz',
  '/problems',
  '/docs',
  '/events',
  '/assets',
];

export type MergeOptions = {
  missingExample?: (place: string) => void;
  /** Has the shape of a shared schema in which releases of services differ. Without it, a difference is an error. */
  release?: OpenApiDocument;
};

/** Throws for an operation or id in two services, a schema with two shapes, a reserved path. */
export function mergeFragments(
  fragments: readonly Fragment[],
  { missingExample, release }: MergeOptions = {},
): OpenApiDocument {
  const paths: PathItems = {};
  const schemas: Schemas = {};
  const operationIds = new Map<string, string>();
  for (const { service, document } of fragments) {
    for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) {
      const isSame = !(name in schemas) || isDeepStrictEqual(schemas[name], schema);
      if (!isSame && !release)
        throw new Error(`${service} and another service define the schema ${name} differently. Rename one of them.`);
      schemas[name] = isSame ? schema : (release?.components?.schemas?.[name] ?? schema);
    }
    for (const [path, item] of Object.entries(document.paths ?? {})) {
      if (reservedPaths.some((prefix) => path === prefix || path.startsWith(`${prefix}/`)))
        throw new Error(`${service} uses the reserved path ${path}. Choose another path.`);
      addOperations({ paths, operationIds }, service, path, item as Record<string, Operation>);
    }
  }
  return contractOf(sorted(paths), sorted(schemas), missingExample);
}

function contractOf(items: PathItems, schemas: Schemas, missingExample?: (place: string) => void): OpenApiDocument {
  const paths = Object.fromEntries(
    Object.entries(items as ContractDocument['paths']).map(([path, item]) => [
      path,
      Object.fromEntries(
        Object.entries(item).map(([method, operation]) => [
          method,
          completeOperation(
            operation,
            { method, path, area: areaOf(path) },
            schemas as Record<string, JsonSchema>,
            missingExample,
          ),
        ]),
      ),
    ]),
  );
  const operations = Object.values(paths).flatMap((item) => Object.values(item) as ContractOperation[]);
  const responses = operations.flatMap((operation) => Object.values(operation.responses));
  const slugs = new Set(responses.flatMap((response) => response['x-problems'] ?? []));
  const headers = new Set(responses.flatMap((response) => Object.keys(response.headers ?? {})));
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Provider Trust Platform',
      version: contractVersion,
      summary: 'Claims that say what was checked, how, when, until when, and with which limitations.',
      description: introduction,
      contact: exampleContact,
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: '/' }],
    tags: areasOf(Object.keys(paths)),
    paths,
    components: { schemas, headers: selectHeaders(headers), examples: selectProblemExamples(slugs), securitySchemes },
    'x-limits': selectLimits(new Set(operations.flatMap((operation) => operation['x-limits'] ?? []))),
    'x-permissions': selectPermissions(new Set(operations.flatMap((operation) => operation['x-permissions'] ?? []))),
  };
  return document as unknown as OpenApiDocument;
}

type Operation = { operationId?: string; 'x-service'?: string };

function addOperations(
  contract: { paths: PathItems; operationIds: Map<string, string> },
  service: string,
  path: string,
  item: Record<string, Operation>,
): void {
  // A router cannot distinguish two templates that differ only in parameter names.
  const shape = path.replace(/\{\w+\}/g, '{}');
  const twin = Object.keys(contract.paths).find((other) => other !== path && other.replace(/\{\w+\}/g, '{}') === shape);
  if (twin) throw new Error(`${service}: ${path} and ${twin} are the same path. Use the same parameter name.`);

  const merged = (contract.paths[path] ?? {}) as Record<string, Operation>;
  contract.paths[path] = merged;
  for (const [method, operation] of Object.entries(item)) {
    if (merged[method])
      throw new Error(`${service} and ${merged[method]['x-service']} both define ${method.toUpperCase()} ${path}.`);
    if (operation['x-service'] !== service)
      throw new Error(`${service}: ${method.toUpperCase()} ${path} has x-service ${operation['x-service']}.`);
    const id = operation.operationId ?? '';
    if (contract.operationIds.has(id))
      throw new Error(`${service} and ${contract.operationIds.get(id)} both have the operation id ${id}.`);
    contract.operationIds.set(id, service);
    merged[method] = operation;
  }
}

function sorted<Value>(record: Record<string, Value>): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}
