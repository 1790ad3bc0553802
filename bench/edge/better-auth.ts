import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { baseEnvironment } from '../../deploy/local/environment.ts';
import { freePort } from '../../deploy/local/ports.ts';
import { Child } from '../../deploy/local/supervisor/child.ts';
import { isLive } from '../replica.ts';
import { withClient } from './sessions.ts';

const serverFolder = join(import.meta.dirname, 'better-auth');

export type BetterAuth = AsyncDisposable & { url: string; pid: number; cookies: string[] };

/** Starts better-auth on the first processor; `cookies` has one cookie per session. */
export async function startBetterAuth(options: {
  folder: string;
  taskset: string;
  databaseUrl: string;
  sessions: number;
}): Promise<BetterAuth> {
  const { folder, taskset, databaseUrl, sessions } = options;
  if (!existsSync(join(serverFolder, 'node_modules')))
    execFileSync('npm', ['ci'], { cwd: serverFolder, stdio: 'inherit' });
  await withClient(databaseUrl, (client) => client.query('create schema better_auth'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const cookiesFile = join(folder, 'cookies.json');
  const child = await Child.start(
    {
      name: 'better-auth',
      command: [taskset, '-c', '0', process.execPath, 'server.ts'],
      cwd: serverFolder,
      env: {
        ...baseEnvironment(),
        NODE_ENV: 'production',
        PORT: String(port),
        DATABASE_URL: `${databaseUrl}?options=-c%20search_path%3Dbetter_auth`,
        COOKIES_FILE: cookiesFile,
        SESSIONS: String(sessions),
      },
      logFile: join(folder, 'better-auth.log'),
      isReady: () => isLive(`${url}/livez`),
      readyWithinMs: 60_000,
      stopSignal: 'SIGTERM',
      stopWithinMs: 5000,
    },
    { stopWithParent: true },
  );
  const cookies = JSON.parse(readFileSync(cookiesFile, 'utf8'));
  return { url, pid: child.pid ?? 0, cookies, [Symbol.asyncDispose]: () => child.stop() };
}
