import type { BaseApp } from '@trust/service-kit/app';
import type { RouteDependencies } from '@trust/service-kit/http/handle';
import type { Routes } from '@trust/service-kit/http/route';
import { startService } from './service.ts';

type NoTables = Record<never, never>;
export type SampleApp = BaseApp<NoTables>;

/** The kit's own tests use it. */
export function startSample(
  routes: Routes<SampleApp>,
  {
    assignmentsOf,
    ...options
  }: Partial<
    Pick<Parameters<typeof startService>[0], 'connections' | 'limits' | 'urls' | 'capacity' | 'strict' | 'auditsWrites'>
  > & { assignmentsOf?: RouteDependencies['assignmentsOf'] } = {},
) {
  const sample = { service: 'webhooks', routes, app: (base: SampleApp) => base, auditsWrites: false } as const;
  return startService<NoTables, SampleApp>({
    ...sample,
    ...options,
    ...(assignmentsOf && { assignmentsOf: () => assignmentsOf }),
  });
}
