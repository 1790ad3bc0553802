import committed from '@trust/contracts/openapi.json' with { type: 'json' };
import { problemCatalogue } from '@trust/contracts/problems/problem';
import type { ContractDocument, ContractOperation } from '@trust/openapi/contract-document';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWebsite } from '../../../test/website.ts';
import { scalarPath } from './scalar-file.ts';

let contract: object = committed;
let website: Awaited<ReturnType<typeof startWebsite>>;
beforeAll(async () => {
  website = await startWebsite((_request, response) => void response.end(JSON.stringify(contract)));
});
afterAll(() => website[Symbol.asyncDispose]());

const get = (path: string) => fetch(website.url + path, { headers: { accept: 'text/html' } });
const referenceJson = async () => (await (await get('/docs/contract.json')).json()) as ContractDocument;
const operationsOf = ({ paths }: ContractDocument) =>
  Object.values(paths).flatMap((item) => Object.values(item)) as ContractOperation[];

test('every operation shows permission, limits, idempotency, and links to its problems', async () => {
  for (const operation of operationsOf(await referenceJson())) {
    const { operationId, description = '', responses, parameters = [] } = operation;
    expect(description, operationId).toContain('- **Permission:** ');
    const access = operation['x-access'];
    if (access.includes('.')) expect(description).toMatch(new RegExp(`\`${access}\`, held by \\w`));
    if (operation['x-limits']?.length) expect(description).toMatch(/- \*\*Rate limit:\*\* \d+ per /);
    if (parameters.some(({ name }) => name === 'Idempotency-Key'))
      expect(description).toMatch(/- \*\*Idempotency:\*\* `Idempotency-Key` (required|accepted)/);
    const slugs = Object.values(responses).flatMap((response) => response['x-problems'] ?? []);
    for (const slug of slugs) expect(description).toContain(`[${slug}](/problems/${slug})`);
    for (const [, slug = ''] of description.matchAll(/\]\(\/problems\/([\w-]+)\)/g))
      expect(problemCatalogue).toHaveProperty(slug);
  }
});

test('changes only description and samples of an operation', async () => {
  const before = operationsOf(committed as unknown as ContractDocument);
  const after = operationsOf(await referenceJson());
  const withoutTexts = ({ description: _description, 'x-codeSamples': _samples, ...rest }: ContractOperation) => rest;
  expect(after.map(withoutTexts)).toEqual(before.map(withoutTexts));
});

test('links within the introduction lead to operations', async () => {
  const { info } = await referenceJson();
  const ids = new Set(operationsOf(committed as unknown as ContractDocument).map(({ operationId }) => operationId));
  const targets = [...info.description.matchAll(/\]\(#([^)]+)\)/g)].map(([, target = '']) => target);
  expect(targets.length).toBeGreaterThan(3);
  expect(targets.filter((target) => !ids.has(target.split('/').at(-1) ?? ''))).toEqual([]);
});

test('allows scripts by a nonce per response, and no other host', async () => {
  const [first, second] = await Promise.all([get('/docs'), get('/docs')]);
  const policy = first.headers.get('content-security-policy') ?? '';
  const [, nonce = ''] = /'nonce-([^']+)'/.exec(policy) ?? [];
  expect(Buffer.from(nonce, 'base64').length).toBeGreaterThanOrEqual(16);
  expect(second.headers.get('content-security-policy')).not.toContain(nonce);
  expect(first.headers.get('cache-control')).toBe('no-store');
  expect(policy).toMatch(/^default-src 'none'; script-src 'nonce-[^']+' 'strict-dynamic'; /);
  expect(policy).not.toMatch(/https?:|\*|unsafe-eval/);
  const page = await first.text();
  expect(page.match(/<script[^>]*>/g)).toEqual([
    `<script type="module" src="/assets/reference.js" nonce="${nonce.replaceAll('=', '&#61;')}">`.replaceAll(
      '&#61;',
      '=',
    ),
  ]);
});

test('lists every operation without JavaScript', async () => {
  const page = await (await get('/docs')).text();
  for (const { operationId } of operationsOf(committed as unknown as ContractDocument))
    expect(page).toContain(`<code>${operationId}</code>`);
});

test('lets browsers cache the vendored Scalar for a year, at a path with its version', async () => {
  const start = await (await get('/assets/reference.js')).text();
  expect(start).toContain(`import '${scalarPath}';`);
  const file = await get(scalarPath);
  expect([file.status, file.headers.get('cache-control'), file.headers.get('content-encoding')]).toEqual([
    200,
    'public, max-age=31536000, immutable',
    'gzip',
  ]);
  expect(await file.text()).toContain('window.Scalar={createApiReference:');
});

test('the reference follows the live contract', async () => {
  const [path, item] = Object.entries(committed.paths)[0] ?? ['', {}];
  const [method, operation] = Object.entries(item)[0] ?? ['', {}];
  contract = {
    ...committed,
    paths: { [path]: { [method]: { ...(operation as object), operationId: 'newOperation' } } },
  };
  try {
    expect(operationsOf(await referenceJson()).map(({ operationId }) => operationId)).toEqual(['newOperation']);
    expect(await (await get('/docs')).text()).toContain('<code>newOperation</code>');
  } finally {
    contract = committed;
  }
});
