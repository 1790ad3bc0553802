import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot } from '../local/environment.ts';
import { publishAfter } from './published-addresses.ts';

test('the ports of test:compose are drawn after the build, one for each that compose.yaml publishes', async () => {
  const env: Record<string, string> = { DOCKER_HOST: 'unix:///nowhere' };
  let duringBuild: string[] = [];
  const url = await publishAfter(async () => {
    duringBuild = Object.keys(env);
  }, env);
  expect(duringBuild).toEqual(['DOCKER_HOST']);

  const compose = readFileSync(join(repositoryRoot, 'deploy/compose.yaml'), 'utf8');
  const published = [...compose.matchAll(/ports: \[(.*)\]/g)]
    .flatMap(([, ports = '']) => [...ports.matchAll(/\$\{(\w+_PORT):-/g)].map(([, name = '']) => name))
    .sort();
  const drawn = Object.keys(env).filter((name) => name.endsWith('_PORT'));
  expect(drawn.sort()).toEqual(published);
  expect(new Set(drawn.map((name) => env[name])).size).toBe(drawn.length);
  expect(env).toMatchObject({ PUBLIC_URL: url, S3_PUBLIC_ENDPOINT: `http://127.0.0.1:${env.OBJECT_STORE_PORT}` });
  expect(url).toBe(`http://127.0.0.1:${env.GATEWAY_PORT}`);
});
