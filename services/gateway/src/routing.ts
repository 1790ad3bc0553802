import type { OpenApiDocument } from '@trust/service-kit/openapi';
import express, { type Router } from 'express';
import type { ServiceName } from './config.ts';

export type Operation = {
  service: ServiceName;
  /** Whether a session is needed. */
  session: boolean;
  /** A privileged write: nothing that is remembered of a session counts (promise A4). */
  privileged: boolean;
  /** Identity reads and writes the cookie of a portal's session itself. */
  writesCookie: boolean;
  maxBodyBytes: number;
  /** The body is passed on as it comes and may take its time, as long as it comes. */
  streams: boolean;
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
  responses?: object;
  servers?: { url: string }[];
};

/**
 * The contract as a routing table: what it does not list does not exist (architecture §3). The matched operation is left in
 * `response.locals.operation`.
 */
export function routerOf(contract: OpenApiDocument): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  for (const [path, item] of templatesFirstToLast(contract)) {
    const isRoot = Object.values(item).some(({ servers }) => servers?.[0]?.url === '/');
    const template = `${isRoot ? '' : '/api/v1'}${path}`;
    const pattern = template.replace(/\{(\w+)\}/g, ':$1');
    for (const [method, operation] of Object.entries(item)) {
      const target = operationOf(`${method.toUpperCase()} ${template}`, path, operation);
      router[method as 'get'](pattern, (_request, response, next) => {
        response.locals.operation = target;
        next('router');
      });
    }
    const allowed = Object.keys(item).join(', ').toUpperCase();
    router.all(pattern, (_request, response, next) => {
      response.locals.allowed ??= allowed;
      next();
    });
  }
  return router;
}

function operationOf(name: string, path: string, operation: ContractOperation): Operation {
  return {
    name,
    service: operation['x-service'],
    session: operation['x-access'] !== 'public',
    privileged: !name.startsWith('GET ') && isPrivileged(operation),
    writesCookie: path.startsWith('/auth/'),
    maxBodyBytes: operation['x-max-body-bytes'] ?? defaultBodyBytes,
    streams: operation['x-max-body-bytes'] !== undefined,
    cacheable: operation.responses !== undefined && '304' in operation.responses,
  };
}

function isPrivileged(operation: ContractOperation): boolean {
  return operation['x-step-up'] !== undefined || operation['x-limits']?.includes('privileged-operation') === true;
}

// A fixed segment goes before a parameter in its place, so that /public/providers/search is not taken for a provider.
function templatesFirstToLast(contract: OpenApiDocument): [string, Record<string, ContractOperation>][] {
  const entries = Object.entries(contract.paths ?? {}) as [string, Record<string, ContractOperation>][];
  const rank = (path: string) => path.replace(/\{\w+\}/g, '\uffff');
  return entries.sort(([a], [b]) => (rank(a) < rank(b) ? -1 : 1));
}
