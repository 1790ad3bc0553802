import { expect, test } from 'vitest';
import { commandsAfterRecovery, prepareRecovery } from './point-in-time.ts';

test('refuses to recover to a time in the future', async () => {
  const folders = { bin: '/nowhere', base: '/nowhere', archive: '/nowhere', cluster: '/nowhere' };
  const until = new Date(Date.now() + 3_600_000);
  await expect(prepareRecovery({ ...folders, until })).rejects.toThrow('is in the future');
});

test('names the repetition of lost erasures before any event is published again', () => {
  const commands = commandsAfterRecovery(new Date('2026-11-22T13:05:00Z'));
  expect(commands.slice(0, 2)).toEqual([
    'npm run erasures -- repeat <file>',
    'npm run events -- republish --since 2026-11-22T13:04:00.000Z',
  ]);
});
