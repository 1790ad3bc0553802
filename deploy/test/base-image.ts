import { cpSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type RunOptions, run } from './run.ts';

const image = 'trust-test/node:local';
const certificates = '/etc/ssl/certs/ca-certificates.crt';

const dockerfile = `FROM trust-test/debian:local
COPY node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
COPY ca-certificates.crt ${certificates}
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
ENV NODE_EXTRA_CA_CERTS=${certificates}
`;

/** In place of node:24-slim: Debian by debootstrap, and the Node and npm of this machine. */
export async function ensureBaseImage(folder: string, options: RunOptions): Promise<string> {
  if (await run(['docker', 'image', 'inspect', image], options).catch(() => undefined)) return 'exists';
  const root = join(folder, 'debian');
  const context = join(folder, 'context');
  await run(['rm', '-rf', root, context]);
  mkdirSync(context, { recursive: true });
  await run(['debootstrap', '--variant=minbase', 'bookworm', root], options);
  await run(['sh', '-c', 'tar -C "$1" -c . | docker import - trust-test/debian:local', 'import', root], options);
  cpSync(process.execPath, join(context, 'node'));
  const npm = (await run(['sh', '-c', 'realpath "$(command -v npm)"'])).trim();
  cpSync(dirname(dirname(realpathSync(npm))), join(context, 'npm'), { recursive: true, dereference: true });
  cpSync(certificates, join(context, 'ca-certificates.crt'));
  writeFileSync(join(context, 'Dockerfile'), dockerfile);
  await run(['docker', 'build', '--tag', image, context], options);
  await run(['rm', '-rf', root, context]);
  return 'built';
}
