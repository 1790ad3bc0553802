import { expect, test } from 'vitest';
import { gatewayPort, startOptions, validateLogLevel } from './start-options.ts';

test('reads the options', () => {
  expect(startOptions(['--watch', '--inspect', 'evidence', '--inspect=identity', '--no-journey'], {})).toEqual({
    reset: false,
    journey: false,
    watch: true,
    inspect: ['evidence', 'identity'],
    world: false,
    seed: '1',
    lan: false,
    help: false,
  });
});

test.each([
  [['--wach'], "Unknown option '--wach'. See `npm start -- --help`."],
  [['--inspect', 'evidenc'], 'There is no service evidenc. --inspect takes one of: gateway, website, identity'],
  [['--inspect'], 'argument missing'],
])('refuses %j', (args, message) => {
  expect(() => startOptions(args, {})).toThrow(message);
});

test.each([
  ['--reset', { npm_config_reset: 'true' }],
  ['--lan', { npm_config_lan: 'true' }],
  ['--no-journey', { npm_config_journey: '' }],
])('explains how to pass %s through npm', (option, environment) => {
  expect(() => startOptions([], { npm_lifecycle_event: 'start', ...environment })).toThrow(
    `Write \`npm start -- ${option}\`.`,
  );
});

test.each(['0', '65536', 'http', '80.5', '-1'])('refuses PORT=%s', (text) => {
  expect(() => gatewayPort(text)).toThrow(`PORT is "${text}". It must be a whole number from 1 to 65535.`);
});

test('refuses an unknown LOG_LEVEL with the list of levels', () => {
  expect(() => validateLogLevel('verbose')).toThrow(
    'LOG_LEVEL is "verbose". It must be one of: debug, info, warn, error, silent.',
  );
  validateLogLevel('debug');
});
