import type { Log } from '@trust/service-kit/log';
import type { OpenApiDocument } from '@trust/service-kit/openapi';
import { type ServiceName, services } from '../config.ts';
import { type Fragment, mergeFragments } from './merge.ts';

type Options = {
  /** Where a replica of a service is at the moment. */
  urlOf: (service: ServiceName) => string;
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
export function liveContract({ urlOf, committed, log, onChange }: Options): LiveContract {
  const heard = new Map<ServiceName, Heard>();
  let current = committed;

  async function refresh(): Promise<void> {
    const answers = await Promise.all(
      services.map((service) => fetchFragment(service, urlOf(service), heard.get(service)?.tag)),
    );
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

  return { current: () => current, complete: () => heard.size === services.length, refresh };
}

/** What a service says of itself, and its ETag; undefined if that is what was heard before, or if it does not answer. */
async function fetchFragment(service: ServiceName, url: string, tag: string | undefined): Promise<Heard | undefined> {
  try {
    const response = await fetch(new URL('/openapi.json', url), {
      headers: tag ? { 'If-None-Match': tag } : {},
      signal: AbortSignal.timeout(2000),
    });
    if (!response.ok) return undefined;
    return {
      tag: response.headers.get('ETag') ?? undefined,
      fragment: { service, document: (await response.json()) as OpenApiDocument },
    };
  } catch {
    return undefined;
  }
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
