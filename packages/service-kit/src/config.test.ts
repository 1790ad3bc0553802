import { expect, test } from 'vitest';
import { z } from 'zod';
import { CommonConfig, JwkSetting, readConfig, SecretSetting, ServiceConfig, settingFaults } from './config.ts';

test('lists all invalid settings by name, never by value', () => {
  const environment = { PORT: 'many', PUBLIC_URL: 'hunter2', NATS_URL: 'nats://x', SIGNING_KEY: 'hunter2' };
  const read = () => readConfig(CommonConfig.extend({ SIGNING_KEY: JwkSetting }), environment);
  expect(read).toThrow(/PORT.*PUBLIC_URL.*IDENTITY_URL.*SIGNING_KEY/s);
  expect(read).not.toThrow(/hunter2/);
});

test('defaults to production mode on the loopback interface', () => {
  const config = readConfig(CommonConfig, {
    PORT: '0',
    PUBLIC_URL: 'https://trust.example',
    NATS_URL: 'nats://one:4222,tls://two:4222',
    NATS_PASSWORD: 'for tests',
    IDENTITY_URL: 'http://identity',
  });
  expect(config).toMatchObject({ TRUST_MODE: 'production', HOST: '127.0.0.1', LOG_LEVEL: 'info' });
});

test.each(['x'.repeat(43), 'an-example-secret-that-is-not-to-be-used-00', 'too-short', ''])(
  'refuses the secret %j, which is not random',
  (secret) => {
    expect(() => readConfig(z.object({ SECRET: SecretSetting }), { SECRET: secret })).toThrow(/SECRET/);
  },
);

test('sets limits by name and refuses unknown names and invalid numbers', () => {
  const read = (RATE_LIMITS?: string) =>
    readConfig(ServiceConfig.pick({ RATE_LIMITS: true }), { RATE_LIMITS }).RATE_LIMITS;
  expect(read()).toBeUndefined();
  expect(read('{"sms-budget": 2000}')).toEqual({ 'sms-budget': 2000 });
  for (const wrong of ['{"sms-bugdet": 1}', '{"sms-budget": 0}', '{"sms-budget": "many"}', 'sms-budget=1'])
    expect(() => read(wrong)).toThrow(/RATE_LIMITS/);
});

test.each([
  [
    'DATABASE_URL',
    ['notaurl', '', 'localhost:5432/provider', 'https://host/provider', 'postgres://host', 'postgres:///db'],
  ],
  ['NATS_URL', ['', 'localhost:4222', 'http://nats:4222', 'nats://one:4222,', 'nats://']],
] as const)('refuses a wrong %s by its name, and says what it must be', (name, values) => {
  for (const value of values)
    expect(() => readConfig(ServiceConfig.pick({ [name]: true } as never), { [name]: value }), value).toThrow(
      new RegExp(`  ${name}: must be an address such as (postgres|nats)://`),
    );
});

test.each([{ TRUST_MODE: 'production' }, {}])('refuses the clock of development in %j', (mode) => {
  const schema = CommonConfig.pick({ TRUST_MODE: true, DEVELOPMENT_CLOCK_FILE: true } as never);
  const clock = { DEVELOPMENT_CLOCK_FILE: '/tmp/clock' };
  expect(() => readConfig(schema, { ...mode, ...clock })).toThrow('DEVELOPMENT_CLOCK_FILE: is for development');
  expect(settingFaults(schema, { ...mode, ...clock })).toEqual([expect.stringContaining('DEVELOPMENT_CLOCK_FILE')]);
  expect(readConfig(schema, { ...clock, TRUST_MODE: 'development' })).toMatchObject(clock);
});
