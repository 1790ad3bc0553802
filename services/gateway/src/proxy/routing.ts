import { apiBase } from '@trust/contracts/api-base';
import { deviceHeader } from '@trust/contracts/device';
import type { OpenApiDocument } from '@trust/service-kit/http/openapi';
import type { PublicReads, ServiceName } from '../config.ts';
import type { Bulkhead } from './upstream.ts';

export type Operation = {
  service: ServiceName;
  /** Whether a session is needed. */
  session: boolean;
  /** May change what identity says of the session, so the session must not be cached across it. */
  changesSession: boolean;
  /** A privileged write: nothing that is remembered of a session counts (promise A4). */
  privileged: boolean;
  /** Identity reads and writes the cookie of a portal's session itself. */
  writesCookie: boolean;
  /** Identity reads the device id, which a browser keeps in a cookie. */
  readsDevice: boolean;
  maxBodyBytes: number;
  /** The body is passed on as it comes, and may take its time as long as it comes. */
  streamsBody: boolean;
  bulkhead: Bulkhead;
  /** A read of what is public: pages of any origin may make it, without credentials. The development mailbox is none. */
  openRead: boolean;
  /** Needs a session here, though the service lets caches keep the answer for everybody. */
  closedRead: boolean;
  /** Public, and the same for everybody. */
  cacheable: boolean;
  /** `GET /api/v1/…` with the path's template. */
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

/** What a path leads to: the operation for a method, or which methods it has. */
export type Routes = {
  find(method: string, path: string): { operation?: Operation; allowed: string[] };
};

/** The operations under one segment of a path; `any` are those below a parameter in its place. */
type Segment = { fixed: Map<string, Segment>; any?: Segment; operations: Map<string, Operation> };

/**
 * The contract as a routing table: what it does not list does not exist (architecture §3). Paths are compared as they were sent,
 * percent-encoding and all, so that what is found here is what the service finds.
 */
export function routesOf(contract: OpenApiDocument, publicReads: PublicReads = 'anonymous'): Routes {
  const root = newSegment();
  for (const [path, item] of Object.entries(contract.paths ?? {}) as [string, Record<string, ContractOperation>][]) {
    const end = path.slice(1).split('/').reduce(below, root);
    for (const [name, operation] of Object.entries(item)) {
      const method = name.toUpperCase();
      end.operations.set(method, operationOf(`${method} ${path}`, path, operation, publicReads));
    }
  }
  return {
    find(method, path) {
      const operations = operationsAt(root, path.slice(1).split('/'), 0);
      const operation = operations?.get(method === 'HEAD' ? 'GET' : method);
      const allowed = [...(operations?.keys() ?? [])].flatMap((one) => (one === 'GET' ? ['GET', 'HEAD'] : one));
      return { ...(operation && { operation }), allowed };
    },
  };
}

function newSegment(): Segment {
  return { fixed: new Map(), operations: new Map() };
}

function below(segment: Segment, name: string): Segment {
  if (name.startsWith('{')) {
    segment.any ??= newSegment();
    return segment.any;
  }
  const next = segment.fixed.get(name) ?? newSegment();
  segment.fixed.set(name, next);
  return next;
}

// A fixed segment goes before a parameter in its place, so that /public/providers/search is not taken for a provider.
function operationsAt(segment: Segment, path: string[], depth: number): Map<string, Operation> | undefined {
  const name = path[depth];
  if (name === undefined) return segment.operations.size > 0 ? segment.operations : undefined;
  const fixed = segment.fixed.get(name);
  const found = fixed && operationsAt(fixed, path, depth + 1);
  return found ?? (segment.any && name !== '' ? operationsAt(segment.any, path, depth + 1) : undefined);
}

function operationOf(name: string, path: string, operation: ContractOperation, publicReads: PublicReads): Operation {
  const closedRead = operation['x-public-read'] === true && publicReads === 'session';
  const isOpen = operation['x-access'] === 'public' && !closedRead;
  const cacheable = isOpen && operation.responses !== undefined && '304' in operation.responses;
  return {
    name,
    service: operation['x-service'],
    session: !isOpen,
    openRead: cacheable || (isOpen && operation['x-public-read'] === true),
    closedRead,
    changesSession: operation['x-service'] === 'identity' && !name.startsWith('GET '),
    privileged: !name.startsWith('GET ') && isPrivileged(operation),
    writesCookie: path.startsWith(`${apiBase}/auth/`),
    readsDevice: operation.parameters?.some((parameter) => parameter.name === deviceHeader) === true,
    maxBodyBytes: operation['x-max-body-bytes'] ?? defaultBodyBytes,
    streamsBody: operation['x-max-body-bytes'] !== undefined,
    bulkhead: operation['x-streams'] ? 'streaming' : 'quick',
    cacheable,
  };
}

function isPrivileged(operation: ContractOperation): boolean {
  return operation['x-step-up'] !== undefined || operation['x-limits']?.includes('privileged-operation') === true;
}
