import { apiBase } from '@trust/contracts/api-base';
import { deviceHeader } from '@trust/contracts/device';
import type { OpenApiDocument } from '@trust/openapi/fragment';
import type { PublicReads, ServiceName } from '../config.ts';
import type { Bulkhead } from '../upstreams/upstream.ts';

export type Operation = {
  service: ServiceName;
  requiresSession: boolean;
  /** The service checks its secret: the caller is no session (docs/domain/messages-and-webhooks.md 18). */
  isWebhook: boolean;
  changesSession: boolean;
  /** Never uses a cached session (promise A4). */
  isPrivileged: boolean;
  writesCookie: boolean;
  readsDevice: boolean;
  maxBodyBytes: number;
  streamsBody: boolean;
  bulkhead: Bulkhead;
  /** Readable from any origin without credentials; never the development mailbox. */
  anonymousRead: boolean;
  /** Requires a session, although the service marks the response as public. */
  restrictedRead: boolean;
  isCacheable: boolean;
  /** Method and path template, such as `GET /api/v1/providers/{id}`. */
  name: string;
};

const defaultBodyBytes = 102_400;
type ContractOperation = {
  'x-service': ServiceName;
  'x-access': string;
  'x-limits'?: string[];
  'x-step-up'?: number;
  'x-max-body-bytes'?: number;
  parameters?: { name: string }[];
  'x-streams'?: boolean;
  'x-public-read'?: boolean;
  responses?: object;
};

export type Routes = {
  find(method: string, path: string): { operation?: Operation; allowed: string[] };
};

/** A node of the path tree; `any` is the branch of a path parameter. */
type Segment = { fixed: Map<string, Segment>; any?: Segment; operations: Map<string, Operation> };

/** Only listed paths are reachable (docs/architecture.md 13), undecoded as in the services. */
export function routesOf(contract: OpenApiDocument, publicReads: PublicReads = 'anonymous'): Routes {
  const root = newSegment();
  for (const [path, item] of Object.entries(contract.paths ?? {}) as [string, Record<string, ContractOperation>][]) {
    const end = path.slice(1).split('/').reduce(childOf, root);
    for (const [name, operation] of Object.entries(item)) {
      const method = name.toUpperCase();
      end.operations.set(method, operationOf(`${method} ${path}`, path, operation, publicReads));
    }
  }
  return {
    find(method, path) {
      const operations = operationsAt(root, path.slice(1).split('/'), 0);
      const operation = operations?.get(method === 'HEAD' ? 'GET' : method);
      if (operation) return { operation, allowed: [] };
      const allowed = [...(operations?.keys() ?? [])].flatMap((name) => (name === 'GET' ? ['GET', 'HEAD'] : name));
      return { allowed };
    },
  };
}

function newSegment(): Segment {
  return { fixed: new Map(), operations: new Map() };
}

function childOf(segment: Segment, name: string): Segment {
  if (name.startsWith('{')) {
    segment.any ??= newSegment();
    return segment.any;
  }
  const next = segment.fixed.get(name) ?? newSegment();
  segment.fixed.set(name, next);
  return next;
}

// A fixed segment precedes a parameter: `search` in /public/providers/search is no id.
function operationsAt(segment: Segment, path: string[], depth: number): Map<string, Operation> | undefined {
  const name = path[depth];
  if (name === undefined) return segment.operations.size > 0 ? segment.operations : undefined;
  const fixed = segment.fixed.get(name);
  const found = fixed && operationsAt(fixed, path, depth + 1);
  return found ?? (segment.any && name !== '' ? operationsAt(segment.any, path, depth + 1) : undefined);
}

function operationOf(name: string, path: string, operation: ContractOperation, publicReads: PublicReads): Operation {
  const restrictedRead = operation['x-public-read'] === true && publicReads === 'session';
  const isWebhook = operation['x-access'] === 'webhook';
  const isAnonymous = isWebhook || (operation['x-access'] === 'public' && !restrictedRead);
  const isPrivilegedWrite = !name.startsWith('GET ') && isPrivileged(operation);
  const ofDeadline = isWebhook || isPrivilegedWrite ? 'important' : 'quick';
  const isCacheable = isAnonymous && operation.responses !== undefined && '304' in operation.responses;
  return {
    name,
    service: operation['x-service'],
    requiresSession: !isAnonymous,
    isWebhook,
    anonymousRead: isCacheable || (isAnonymous && operation['x-public-read'] === true),
    restrictedRead,
    changesSession: operation['x-service'] === 'identity' && !name.startsWith('GET '),
    isPrivileged: isPrivilegedWrite,
    writesCookie: path.startsWith(`${apiBase}/auth/`),
    readsDevice: operation.parameters?.some((parameter) => parameter.name === deviceHeader) === true,
    maxBodyBytes: operation['x-max-body-bytes'] ?? defaultBodyBytes,
    // The gateway buffers webhooks: a slow sender takes no slot of the service (promise I6).
    streamsBody: operation['x-max-body-bytes'] !== undefined && !isWebhook,
    bulkhead: operation['x-streams'] ? 'streaming' : ofDeadline,
    isCacheable,
  };
}

function isPrivileged(operation: ContractOperation): boolean {
  return operation['x-step-up'] !== undefined || operation['x-limits']?.includes('privileged-operation') === true;
}
