import { Router } from 'express';
import { checkReadiness, type ReadyCheck } from './listen.ts';

/** `/livez` and `/readyz` of every process, without authentication (docs/deployment.md). */
export function healthChecks(checks: Record<string, ReadyCheck>): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.get('/livez', (_request, response) => void response.json({ status: 'ok' }));
  router.get('/readyz', async (_request, response) => {
    const { ready, ...rest } = await checkReadiness(checks);
    if (!ready) response.setHeader('Retry-After', '1');
    response.status(ready ? 200 : 503).json({ status: ready ? 'ok' : 'unavailable', ...rest });
  });
  return router;
}
