import { inspect } from 'node:util';
import type { Log } from '@trust/service-kit/observability/log';
import { onTestFailed } from 'vitest';

/** Prints errors if the running test fails. */
export function printingErrors(log: Log): Log {
  const error = (fields: { err?: unknown; requestId?: string }, message: string) => {
    log.error(fields, message);
    const { err, requestId } = fields;
    printIfTestFails(`${message}${requestId ? ` (request ${requestId})` : ''}: ${inspect(err, { depth: 4 })}\n`);
  };
  return Object.create(log, { error: { value: error } });
}

function printIfTestFails(text: string): void {
  const print = () => void process.stderr.write(`\n${text}`);
  try {
    onTestFailed(print);
  } catch {
    // No test runs: a hook sets up or tears down.
    print();
  }
}
