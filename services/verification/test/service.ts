import { startService } from '@trust/service-kit/testing/service';
import type { App } from '../src/app.ts';
import type { DB } from '../src/db/schema.ts';
import { routes } from '../src/routes.ts';
import { subscriptions } from '../src/subscriptions.ts';

/** Verification on a database of its own. */
export function startVerification({ connections }: { connections?: number } = {}) {
  return startService<DB, App>({
    service: 'verification',
    routes,
    subscriptions,
    app: (base) => base,
    limits: { 'privileged-operation': 10_000 },
    ...(connections && { connections }),
  });
}

export type Verification = Awaited<ReturnType<typeof startVerification>>;
