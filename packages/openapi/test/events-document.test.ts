import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const text = readFileSync(join(import.meta.dirname, '../../contracts/asyncapi.json'), 'utf8');

test('the document of events says first whom it is for', () => {
  expect(JSON.parse(text).info.description).toMatch(/^For developers of the services of this platform/);
});

test('the document of events shows no local address, setting or command', () => {
  expect(text.match(/127\.0\.0\.1|localhost|[A-Z]+_URL|npm run/g)).toBeNull();
});
