import { expect, test, vi } from 'vitest';
import { bufferedOutput, openLog } from './log.ts';

test('F6 a full disk does not end the process, and the log tries to write the next line', async () => {
  const output = bufferedOutput('/dev/full');
  const emit = vi.spyOn(output, 'emit');
  const failures = () => emit.mock.calls.filter(([name, error]) => name === 'error' && error.code === 'ENOSPC').length;
  const log = openLog('sample', 'info', output);
  for (let turn = 0; turn < 2; turn++) {
    const before = failures();
    log.info({ count: turn }, 'A line');
    await vi.waitFor(() => expect(failures()).toBeGreaterThan(before), 10_000);
  }
});
