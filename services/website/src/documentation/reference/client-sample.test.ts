import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import committed from '@trust/contracts/openapi.json' with { type: 'json' };
import type { ContractDocument, ContractOperation } from '@trust/openapi/contract-document';
import { expect, test } from 'vitest';
import { startWebsite } from '../../../test/website.ts';

const repository = join(import.meta.dirname, '../../../../..');

/** The samples of `/docs` beside a tarball. */
async function samples(): Promise<Map<string, string>> {
  const folder = mkdtempSync(join(repository, 'node_modules/.cache/client-sample-'));
  try {
    writeFileSync(join(folder, 'trust-client-1.2.3-0123456789ab.tgz'), 'a tarball');
    await using website = await startWebsite((_request, response) => void response.end(JSON.stringify(committed)), {
      clientFolder: folder,
    });
    const { paths, info } = (await (await fetch(`${website.url}/docs/contract.json`)).json()) as ContractDocument;
    expect(info.description).toContain('npm install http://trust.test/docs/trust-client-1.2.3-0123456789ab.tgz');
    const operations = Object.values(paths).flatMap((item) => Object.values(item)) as ContractOperation[];
    return new Map(operations.map((one) => [one.operationId, one['x-codeSamples']?.[0]?.source ?? '']));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('every operation but those of webhooks has a sample of the client, which compiles', async () => {
  const all = await samples();
  const webhooks = Object.values(committed.paths)
    .flatMap((item) => Object.values(item) as unknown as ContractOperation[])
    .filter((one) => one['x-access'] === 'webhook')
    .map(({ operationId }) => operationId);
  expect([...all].filter(([, sample]) => !sample).map(([id]) => id)).toEqual(webhooks);
  mkdirSync(join(repository, 'node_modules/.cache'), { recursive: true });
  const folder = mkdtempSync(join(repository, 'node_modules/.cache/client-sample-'));
  try {
    for (const [id, sample] of all)
      if (sample) writeFileSync(join(folder, `${id}.ts`), `declare const file: Blob;\n${sample}`);
    const compilerOptions = {
      noEmit: true,
      paths: { '@trust/client': [join(repository, 'packages/client/src/client.ts')] },
    };
    const config = { extends: join(repository, 'packages/client/tsconfig.json'), compilerOptions, include: ['*.ts'] };
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const { stdout } = spawnSync(join(repository, 'node_modules/.bin/tsc'), ['-p', folder], { encoding: 'utf8' });
    expect(stdout).toBe('');
  } finally {
    rmSync(folder, { recursive: true });
  }
}, 60_000);

test('samples use what the client does by itself: sign-in, lists, keys', async () => {
  const all = await samples();
  expect(all.get('verifyChallenge')).toContain("await client.signIn('");
  expect(all.get('logout')).toContain('await client.signOut();');
  expect(all.get('listEvidence')).toMatch(/for await \(const item of client\.paginate\('listEvidence', \{\s+params/);
  expect(all.get('createProvider')).toMatch(
    /const client = createTrustClient\(\{ baseUrl: 'http:\/\/trust\.test' \}\)/,
  );
  expect(all.get('createProvider')).not.toContain('Idempotency-Key');
});

test('without a tarball, /docs has neither its line nor its samples', async () => {
  await using website = await startWebsite((_request, response) => void response.end(JSON.stringify(committed)));
  const text = await (await fetch(`${website.url}/docs/contract.json`)).text();
  expect(text).not.toMatch(/trust-client-|TypeScript client/);
  expect((await fetch(`${website.url}/docs/trust-client.tgz`, { redirect: 'manual' })).status).toBe(404);
});
