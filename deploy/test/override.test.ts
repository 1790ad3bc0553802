import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { type ComposeFile, readComposeFile } from '../compose/compose-file.ts';

test('test:compose builds every image without a registry', () => {
  const text = readFileSync(join(import.meta.dirname, 'compose.override.yaml'), 'utf8');
  const override: ComposeFile = parse(text, { merge: true });
  const built = Object.entries(readComposeFile().services).flatMap(([name, { build }]) => (build ? [name] : []));
  expect(built.length).toBeGreaterThan(15);
  for (const name of built)
    expect(override.services[name]?.build?.args, name).toEqual({ NODE_IMAGE: 'trust-test/node:local' });
});
