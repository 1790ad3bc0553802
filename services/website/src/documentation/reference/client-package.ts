import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Router } from 'express';

/** The name of the tarball of `@trust/client`; undefined if none was built (ADR 0113). */
export type ClientPackage = () => string | undefined;

export function clientPackageIn(folder: string): ClientPackage {
  return () => globSync('trust-client-*.tgz', { cwd: folder }).at(0);
}

/** The address names the content, so that a lockfile of npm never finds another file under it. */
export function clientPackageRoutes(folder: string): Router {
  const current = clientPackageIn(folder);
  const router = Router();
  router.get('/docs/trust-client.tgz', (_request, response, next) => {
    const name = current();
    if (!name) return next();
    response.set('Cache-Control', 'no-store').redirect(302, `/docs/${name}`);
  });
  router.get(/^\/docs\/trust-client-[\w.-]+\.tgz$/, (request, response, next) => {
    const name = current();
    if (request.path !== `/docs/${name}`) return next();
    // Not as `Document`: with `Content-Encoding` npm would get the tar archive without its compression.
    response
      .set({ 'Content-Type': 'application/gzip', 'Cache-Control': 'public, max-age=31536000, immutable' })
      .end(readFileSync(join(folder, `${name}`)));
  });
  return router;
}

export function installLine(publicUrl: string, name: string): string {
  return `npm install ${publicUrl}/docs/${name}`;
}
