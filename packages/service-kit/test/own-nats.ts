import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { temporaryDataDir } from '../../../deploy/local/data-dir.ts';
import { type NatsOptions, startNats } from '../../../deploy/local/nats/nats.ts';
import type { ChildOptions } from '../../../deploy/local/supervisor/child.ts';

type Options = Pick<NatsOptions, 'certificate' | 'passwords'>;

export async function ownNats(options: Options = {}) {
  const dataDir = temporaryDataDir('trust-nats');
  let pid = 0;
  const server = inject('stack').packages.natsServer;
  const life: ChildOptions = {
    restart: true,
    onLaunch: (_spec, launched) => {
      pid = launched;
    },
  };
  let running = await startNats({ ...options, server, dataDir, durable: false }, life);
  const { port, url } = running;
  const configFile = join(dataDir, 'nats.conf');
  const config = readFileSync(configFile, 'utf8');
  return {
    url,
    /** kill -9; it is restarted. */
    kill: () => process.kill(pid, 'SIGKILL'),
    /** Restarts it; nobody may publish to the subject any more. */
    deny(subject: string) {
      const permissions = `{ publish: { allow: ">", deny: ${JSON.stringify(subject)} } }`;
      const users = `authorization { users: [{ user: all, password: all, permissions: ${permissions} }] }`;
      writeFileSync(configFile, `${config}${users}\nno_auth_user: all\n`);
      process.kill(pid, 'SIGKILL');
    },
    signal: (signal: NodeJS.Signals) => process.kill(pid, signal),
    stop: () => running.stop(),
    async start(changed: Options = {}) {
      running = await startNats({ ...options, ...changed, server, dataDir, port, durable: false }, life);
    },
    /** Like a lost disk. */
    wipe: () => rmSync(join(dataDir, 'jetstream'), { recursive: true }),
    async [Symbol.asyncDispose]() {
      await running.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
