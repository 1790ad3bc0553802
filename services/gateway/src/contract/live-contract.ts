import type { OpenApiDocument } from '@trust/openapi/fragment';
import { type Fragment, mergeFragments } from '@trust/openapi/merge';
import type { Log } from '@trust/service-kit/observability/log';
import { unfinishedRestoreHeader } from '@trust/service-kit/unfinished-restore';
import { type ServiceName, services } from '../config.ts';
import type { Upstream } from '../upstreams/upstream.ts';

type Options = {
  upstreams: Record<ServiceName, Pick<Upstream, 'nextUrl' | 'proof'>>;
  committed: OpenApiDocument;
  log: Log;
  onChange: (contract: OpenApiDocument) => void;
  /** With each response of a service: the backup of its unfinished restore. */
  onRestore: (service: ServiceName, backup: string | undefined) => void;
};

export type LiveContract = {
  current(): OpenApiDocument;
  /** Whether every service has responded; before that a development route may be missing. */
  isComplete(): boolean;
  refresh(): Promise<void>;
};

type Received = { tag: string | undefined; fragment: Fragment };

/** Merges the fragments of the running services. On a failure the last good contract stays. */
export function liveContract({ upstreams, committed, log, onChange, onRestore }: Options): LiveContract {
  const received = new Map<ServiceName, Received>();
  let current = committed;

  async function refresh(): Promise<void> {
    const responses = await Promise.all(services.map((service) => fetchFragment(service, received.get(service)?.tag)));
    if (!responses.some(Boolean)) return;
    const candidate = new Map(received);
    for (const [index, service] of services.entries()) {
      const response = responses[index];
      if (response) candidate.set(service, response);
    }
    try {
      const missing = services
        .filter((service) => !candidate.has(service))
        .map((service) => fragmentOf(committed, service));
      const running = [...candidate.values()].map(({ fragment }) => fragment);
      current = mergeFragments([...running, ...missing], { release: committed });
      for (const [service, entry] of candidate) received.set(service, entry);
      onChange(current);
    } catch (error) {
      log.error({ err: error }, 'Contract fragment does not merge');
    }
  }

  async function fetchFragment(service: ServiceName, tag: string | undefined): Promise<Received | undefined> {
    const upstream = upstreams[service];
    const { proof } = upstream;
    try {
      const response = await fetch(new URL('/openapi.json', upstream.nextUrl()), {
        headers: { [proof[0]]: proof[1], ...(tag && { 'If-None-Match': tag }) },
        signal: AbortSignal.timeout(2000),
      });
      if (response.ok || response.status === 304)
        onRestore(service, response.headers.get(unfinishedRestoreHeader) ?? undefined);
      if (response.status === 401) log.error({ service }, 'Service refused the gateway secret');
      if (!response.ok) return undefined;
      return {
        tag: response.headers.get('ETag') ?? undefined,
        fragment: { service, document: (await response.json()) as OpenApiDocument },
      };
    } catch {
      return undefined;
    }
  }

  return { current: () => current, isComplete: () => received.size === services.length, refresh };
}

function fragmentOf(contract: OpenApiDocument, service: ServiceName): Fragment {
  const paths = Object.entries(contract.paths ?? {}).map(([path, item]) => {
    const own = Object.entries(item as Record<string, { 'x-service'?: string }>).filter(
      ([, operation]) => operation['x-service'] === service,
    );
    return [path, Object.fromEntries(own)] as const;
  });
  return {
    service,
    document: { ...contract, paths: Object.fromEntries(paths.filter(([, item]) => Object.keys(item).length > 0)) },
  };
}
