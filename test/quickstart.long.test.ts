import { execFile, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryDataDir } from '../deploy/local/data-dir.ts';
import { freePort } from '../deploy/local/ports.ts';
import { stopWithParent } from '../deploy/local/supervisor/stop-with-parent.ts';
import { expectRequestOutput, npmScript, quickstart, requestScript, startCommands } from './quickstart.ts';
import { RepositoryCopy } from './repository-copy.ts';

const execute = promisify(execFile);
const port = await freePort();
const env = {
  ...process.env,
  PORT: String(port),
  DATA_DIR: temporaryDataDir('quickstart'),
  TRUST: `http://127.0.0.1:${port}`,
  npm_config_prefer_offline: 'true',
  // `npm run -s` around the tests would hide the names of the commands, which a reader sees.
  npm_config_loglevel: 'notice',
};
let copy: RepositoryCopy;
let platform: Awaited<ReturnType<typeof startInBackground>> | undefined;

beforeAll(() => {
  copy = new RepositoryCopy();
});
afterAll(async () => {
  await platform?.stop();
  copy[Symbol.dispose]();
  rmSync(env.DATA_DIR, { recursive: true, force: true });
});

const run = (script: string) => execute('bash', ['-c', script], { cwd: copy.root, env, maxBuffer: 2 ** 26 });

async function startInBackground(command: string, readyLine: string) {
  // A process group of its own, as in a terminal: Ctrl-C reaches npm and the platform.
  const child = spawn('bash', ['-c', command], { cwd: copy.root, env, detached: true });
  const guard = stopWithParent(-(child.pid ?? 0), 'SIGINT');
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  let output = '';
  const isReady = new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk;
      if (output.includes(`\n${readyLine}\n`)) resolve();
    };
    for (const stream of [child.stdout, child.stderr]) stream.on('data', read);
    void exited.then(() => reject(new Error(`The platform exited:\n${output}`)));
  });
  const stop = async () => {
    process.kill(-(child.pid ?? 0), 'SIGINT');
    await exited;
    guard[Symbol.dispose]();
    return output;
  };
  await isReady;
  return { stop, output: () => output };
}

test('every command of docs/quickstart.md runs, from the clone to the Ctrl-C', async () => {
  const startCommand = startCommands.pop() ?? '';
  expect(startCommand).toBe('npm start');
  await run(['set -e', ...startCommands].join('\n'));
  expect(quickstart).toContain('`ready http://127.0.0.1:8080`');
  platform = await startInBackground(startCommand, `ready ${env.TRUST}`);
  expect(platform.output()).toContain('run the main journey');

  expectRequestOutput((await run(requestScript)).stdout);
  const { stdout } = await run(npmScript);
  expect(stdout).toContain('published after two approvals');
  expect(stdout).toContain('PUT /provider-workspace/me/location 200');
  expect(stdout).toMatch(/deploy\/local\/commands\/trace\.ts\n[\s\S]*GET \/api\/v1\//);

  const { stop } = platform;
  platform = undefined;
  expect(await stop()).toMatch(/\nstopped\n$/);
}, 600_000);
