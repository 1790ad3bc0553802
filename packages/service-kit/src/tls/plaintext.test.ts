import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { ServiceConfig, settingFaults } from '../config.ts';
import { refusePlaintext } from './plaintext.ts';

/** With the addresses that people's devices call, of evidence and webhooks. */
const Config = ServiceConfig.extend({
  S3_PUBLIC_ENDPOINT: z.url().optional(),
  APP_URL: z.url().optional(),
}).superRefine(refusePlaintext);
const encrypted = {
  PORT: '8080',
  HOST: '0.0.0.0',
  PUBLIC_URL: 'https://trust.example.org',
  NATS_URL: 'tls://nats-1:4222,tls://nats-2:4222',
  NATS_PASSWORD: 'of NATS',
  IDENTITY_URL: 'https://identity:8080',
  DATABASE_URL: 'postgres://postgres:5432/provider?sslmode=verify-full',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector:4318',
  CURSOR_SECRET: randomBytes(32).toString('base64url'),
  INTERNAL_SECRET: randomBytes(32).toString('base64url'),
  TLS_CERT_FILE: '/run/tls/tls.crt',
  TLS_KEY_FILE: '/run/tls/tls.key',
};
const plain = {
  NATS_URL: 'nats://nats:4222',
  IDENTITY_URL: 'http://identity:8080',
  DATABASE_URL: 'postgres://postgres:5432/provider',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
};
const faultsOf = (changes: Record<string, string | undefined>) => settingFaults(Config, { ...encrypted, ...changes });

test('SC4 production starts with TLS to every part', () => {
  expect(faultsOf({})).toEqual([]);
});

test.each([
  ...Object.entries(plain),
  ['NATS_URL', 'tls://nats-1:4222,nats://nats-2:4222'],
  ['DATABASE_URL', 'postgres://postgres:5432/provider?sslmode=require'],
  ['DATABASE_DIRECT_URL', 'postgres://postgres:5432/provider?sslmode=no-verify'],
])('SC4 production refuses %s=%s and names the setting that says that the network is trusted', (name, value) => {
  const [fault, ...others] = faultsOf({ [name]: value });
  expect(fault).toMatch(new RegExp(`^${name}: is not encrypted: .+ or set TRUSTED_NETWORK=true if nobody else`));
  expect(others).toEqual([]);
  expect(faultsOf({ [name]: value, TRUSTED_NETWORK: 'true' })).toEqual([]);
  expect(faultsOf({ [name]: value, TRUST_MODE: 'development' })).toEqual([]);
});

test('SC4 production refuses to listen without a certificate on a network that is not trusted', () => {
  const none = { TLS_CERT_FILE: undefined, TLS_KEY_FILE: undefined };
  expect(faultsOf(none)).toEqual([expect.stringMatching(/^TLS_CERT_FILE: is required.+TRUSTED_NETWORK=true/)]);
  expect(faultsOf({ ...none, TRUSTED_NETWORK: 'true' })).toEqual([]);
  expect(faultsOf({ ...none, HOST: '127.0.0.1' })).toEqual([]);
  for (const TRUST_MODE of ['production', 'development'])
    expect(faultsOf({ TLS_KEY_FILE: undefined, TRUST_MODE })[0]).toMatch(/^TLS_KEY_FILE: set .+ or neither$/);
});

test('SC4 production refuses a public http address, also on a trusted network', () => {
  for (const TRUSTED_NETWORK of ['true', 'false'])
    for (const name of ['PUBLIC_URL', 'S3_PUBLIC_ENDPOINT', 'APP_URL']) {
      const faults = faultsOf({ [name]: 'http://trust.example.org', TRUSTED_NETWORK });
      expect(faults).toEqual([`${name}: must begin with https:// in production`]);
      expect(faultsOf({ [name]: 'http://127.0.0.1:8080', TRUSTED_NETWORK })).toEqual([]);
    }
});

test('SC4 a machine may talk to itself in plaintext, and to no other in the same setting', () => {
  const here = Object.entries(plain).map(([name, url]) => [name, url.replace(/\/\/[a-z]+/, '//127.0.0.1')]);
  expect(faultsOf(Object.fromEntries(here))).toEqual([]);
  expect(faultsOf({ NATS_URL: 'nats://127.0.0.1:4222,nats://nats:4222' })).toHaveLength(1);
});
