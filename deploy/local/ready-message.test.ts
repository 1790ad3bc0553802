import { expect, test } from 'vitest';
import { readyMessage } from './ready-message.ts';

const start = { url: 'http://127.0.0.1:8080', logDir: 'logs', inspectPorts: {}, isWatching: false };

test('the start that runs the journey says that it opened the publication gate', () => {
  expect(readyMessage({ ...start, hasRunJourney: true })).toContain('opened the publication gate');
  expect(readyMessage({ ...start, hasRunJourney: false })).not.toContain('publication gate');
});
