import { type Fragment, mergeFragments } from '@trust/openapi/merge';
import type { OpenApiDocument } from '@trust/service-kit/http/openapi';
import type { Log } from '@trust/service-kit/observability/log';
import { type ServiceName, services } from '../config.ts';
import type { Upstream } from './upstream.ts';

type Options = {
  upstreams: Record<ServiceName, Pick<Upstream, 'url' | 'proof'>>;
  /** The contract of this release, good until the services themselves have answered. */
  committed: OpenApiDocument;
  log: Log;
  onChange: (contract: OpenApiDocument) => void;
};

export type LiveContract = {
  current(): OpenApiDocument;
  /** True once every service has been heard: before that a development-only route may be missing. */
  complete(): boolean;
  refresh(): Promise<void>;
};

type Heard = { tag: string | undefined; fragment: Fragment };

/**
 * The contract as the services that run now tell it. A service that is away, or whose fragment does not merge, changes nothing:
 * the last good contract stays (house rule: services deploy alone).
 */
export function liveContract({ upstreams, committed, log, onChange }: Options): LiveContract {
  const heard = new Map<ServiceName, Heard>();
  let current = committed;

  async function refresh(): Promise<void> {
    const answers = await Promise.all(services.map((service) => fetchFragment(service, heard.get(service)?.tag)));
    if (!answers.some(Boolean)) return;
    const candidate = new Map(heard);
    for (const [index, service] of services.entries()) {
      const news = answers[index];
      if (news) candidate.set(service, news);
    }
    try {
      const missing = services
        .filter((service) => !candidate.has(service))
        .map((service) => fragmentOf(committed, service));
      current = mergeFragments([...[...candidate.values()].map(({ fragment }) => fragment), ...missing]);
      for (const [service, entry] of candidate) heard.set(service, entry);
      onChange(current);
    } catch (error) {
      log.error({ err: error }, 'a fragment does not merge; the last good contract stays');
    }
  }

  /** What a service says of itself, and its ETag; undefined if that is what was heard before, or if it does not answer. */
  async function fetchFragment(service: ServiceName, tag: string | undefined): Promise<Heard | undefined> {
    const { url, proof } = upstreams[service];
    try {
      const response = await fetch(new URL('/openapi.json', url), {
        headers: { ...proof, ...(tag && { 'If-None-Match': tag }) },
        signal: AbortSignal.timeout(2000),
      });
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

  return { current: () => current, complete: () => heard.size === services.length, refresh };
}

/** A service's share of a merged contract, for as long as the service itself has not answered. */
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
