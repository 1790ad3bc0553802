import { randomBytes } from 'node:crypto';
import { readConfig } from '@trust/service-kit/config';
import { expect, test } from 'vitest';
import { Config } from './config.ts';

const environment = {
  PORT: '0',
  PUBLIC_URL: 'https://trust.test',
  NATS_URL: 'nats://127.0.0.1:4222',
  NATS_PASSWORD: 'for tests',
  IDENTITY_URL: 'http://127.0.0.1:1',
  DATABASE_URL: 'postgres://127.0.0.1/webhooks',
  INTERNAL_SECRET: randomBytes(32).toString('base64url'),
  CURSOR_SECRET: randomBytes(32).toString('base64url'),
  PUSH_TOKEN_SECRET: randomBytes(32).toString('base64url'),
  SEAL_PRIVATE_KEY: '{"kty":"OKP"}',
};

test('development needs no sender', () => {
  expect(readConfig(Config, { ...environment, TRUST_MODE: 'development' })).toMatchObject({
    TRUST_MODE: 'development',
  });
});

test('production requires a sender for every channel and reports each missing setting', () => {
  const start = () => readConfig(Config, { ...environment, EMAIL_SENDER: 'mailbox' });
  expect(start).toThrow('SMS_SENDER: A sender is required in production.');
  expect(start).toThrow('EMAIL_SENDER: The mailbox is for development only.');
  expect(start).toThrow('PUSH_SENDER: A sender is required in production.');
});

test('each setting of webhooks and payments is checked, and no value is printed', () => {
  const development = { ...environment, TRUST_MODE: 'development' };
  const start = (settings: Record<string, string>) => () => readConfig(Config, { ...development, ...settings });
  const secrets = (value: object) => ({ WEBHOOK_SECRETS: JSON.stringify(value) });
  expect(start(secrets({ twilio: ['the token of this test'] }))()).toHaveProperty('WEBHOOK_SECRETS.twilio');
  expect(start(secrets({ twillio: ['the token of this test'] }))).toThrow('WEBHOOK_SECRETS');
  expect(start(secrets({ twilio: ['one of three tokens', 'two of three tokens', 'three of three tokens'] }))).toThrow();
  expect(start(secrets({ standard: ['whsec_dG9vIHNob3J0'] }))).toThrow('must be whsec_ and 24 to 64 bytes in base64');
  expect(start(secrets({ standard: ['whsec_dG9vIHNob3J0'] }))).not.toThrow('dG9vIHNob3J0');
  expect(start({ PAYMENT_PROVIDER: 'stripe' })).toThrow('STRIPE_SECRET_KEY: is required');
  expect(start({ PAYMENT_PROVIDER: 'sandbox', TRUST_MODE: 'production' })).toThrow(
    'PAYMENT_PROVIDER: The sandbox is for development only.',
  );
});

test('a sender requires its settings', () => {
  const start = (more: object) => () => readConfig(Config, { ...environment, TRUST_MODE: 'development', ...more });
  expect(start({ SMS_SENDER: 'twilio' })).toThrow('TWILIO_KEY_SECRET: The chosen sender requires it.');
  expect(start({ EMAIL_SENDER: 'smtp' })).toThrow('SMTP_URL: The chosen sender requires it.');
  expect(start({ PUSH_SENDER: 'push_services' })).toThrow('FCM_ACCOUNT_KEY: The chosen sender requires it.');
  expect(start({ PUSH_SENDER: 'push_services', APNS_KEY: 'x' })).toThrow('APNS_TOPIC: The chosen sender requires it.');
  expect(start({ EMAIL_SENDER: 'smtp', SMTP_URL: 'smtps://u:p@h', EMAIL_FROM: 'a@b.c' })).not.toThrow();
});
