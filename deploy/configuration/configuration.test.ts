import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repositoryRoot } from '../local/environment.ts';
import { configurationPage, sections } from './page.ts';

test('docs/configuration.md is generated from the current settings', () => {
  expect(readFileSync(join(repositoryRoot, 'docs/configuration.md'), 'utf8')).toBe(configurationPage());
});

test('every setting has a meaning and a type', () => {
  const settings = sections().flatMap((section) => section.settings);
  expect(settings.filter(({ meaning, type }) => !meaning || !type).map(({ name }) => name)).toEqual([]);
});

test('marks secrets, and no public key', () => {
  const secrets = sections().flatMap(({ settings }) => settings.filter((one) => one.isSecret).map(({ name }) => name));
  const ofWebhooks = ['SMTP_URL', 'WEBHOOK_SECRETS', 'PUSH_TOKEN_OLD_SECRETS'];
  const known = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'ASSERTION_KEY', 'CODE_PEPPER', 'S3_SECRET_KEY', ...ofWebhooks];
  expect(secrets).toEqual(expect.arrayContaining(known));
  expect(secrets).not.toContain('SEAL_PUBLIC_KEY');
});
