import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { Config } from './config.ts';

const environment = {
  PORT: '0',
  PUBLIC_URL: 'https://trust.test',
  TRUSTED_NETWORK: 'true',
  NATS_URL: 'nats://trust.test',
  NATS_PASSWORD: 'for tests',
  IDENTITY_URL: 'http://identity.test',
  DATABASE_URL: 'postgres://trust.test/evidence',
  CURSOR_SECRET: randomBytes(32).toString('base64url'),
  INTERNAL_SECRET: randomBytes(32).toString('base64url'),
  UPLOAD_SIGNING_SECRET: randomBytes(32).toString('base64url'),
  CONTENT_INDEX_SECRET: randomBytes(32).toString('base64url'),
  EVIDENCE_STORE: 'folder',
  EVIDENCE_DIR: 'evidence',
};

test('rejects the EICAR-only scanner in production, the default mode', () => {
  const eicarOnly = { ...environment, SCANNER: 'eicar-only' };
  expect(Config.safeParse(eicarOnly).error?.issues).toMatchObject([{ path: ['SCANNER'] }]);
  expect(Config.safeParse({ ...eicarOnly, TRUST_MODE: 'production' }).success).toBe(false);
  expect(Config.safeParse({ ...eicarOnly, TRUST_MODE: 'development' }).success).toBe(true);
});

test('without a scanner the service starts, and scans nothing', () => {
  expect(Config.parse(environment).SCANNER).toBe('none');
});

test('rejects the former name EVIDENCE_LOSSES_BELIEVED', () => {
  const issues = Config.safeParse({ ...environment, EVIDENCE_LOSSES_BELIEVED: '0' }).error?.issues;
  expect(issues).toMatchObject([{ path: ['EVIDENCE_LOSSES_BELIEVED'] }]);
  expect(Config.parse({ ...environment, EVIDENCE_MAX_STORE_MISMATCHES: '0' })).toMatchObject({
    EVIDENCE_MAX_STORE_MISMATCHES: 0,
  });
});
