import { inspect } from 'node:util';
import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino';

// No personal data reaches the log (promise P3): other fields do not compile, and are dropped.
const allowed = [
  'requestId',
  'traceId',
  'method',
  'route',
  'status',
  'ms',
  'slug',
  'err',
  'type',
  'eventId',
  'deliveryId',
  'challengeId',
  'passkeyId',
  'userId',
  'consumer',
  'reason',
  'upstream',
  'count',
  'attempt',
  'port',
  'service',
  'version',
  'name',
  'signal',
  'backup',
] as const;
const isAllowed = new Set<string>(allowed);

export type LogFields = { [Name in (typeof allowed)[number]]?: unknown };
type Write = { (message: string): void; (fields: LogFields, message: string): void };
export type Log = Record<'debug' | 'info' | 'warn' | 'error', Write> & Pick<Logger, 'flush'>;

export function openLog(service: string, level = 'info', to: DestinationStream = bufferedOutput()): Log {
  const options: LoggerOptions = {
    level,
    base: { service },
    formatters: {
      level: (label) => ({ level: label }),
      log: allowedFields,
    },
    serializers: { err: describeError },
  };
  return pino(options, to);
}

function allowedFields(fields: Record<string, unknown>): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const name in fields) if (isAllowed.has(name)) kept[name] = fields[name];
  return kept;
}

/** Buffered for 200 ms: one write per line took a tenth of the gateway's CPU time. */
export function bufferedOutput(dest: string | number = 1): ReturnType<typeof pino.destination> {
  const output = pino.destination({ dest, sync: false, minLength: 8192, periodicFlush: 200, maxLength: 2 ** 20 });
  // A full disk must not end the process (promise F6): lines wait for the next attempt, up to 1 MiB.
  output.on('error', () => {});
  return output;
}

/** Messages of database errors can quote values, so only development logs them. */
function describeError(error: unknown): object {
  const isDevelopment = process.env.TRUST_MODE === 'development';
  if (!(error instanceof Error)) return { type: typeof error, message: isDevelopment ? inspect(error) : undefined };
  const { code, cause: inner } = error as NodeJS.ErrnoException;
  const cause = inner === undefined ? undefined : describeError(inner);
  const stack = error.stack ?? '';
  if (isDevelopment) {
    const { name: type, message, detail, table, column, constraint } = error as Error & Record<string, unknown>;
    return { type, code, message, detail, table, column, constraint, stack, cause };
  }
  const quotesValues = error.name === 'error' || error.name === 'DatabaseError';
  return { type: error.name, code, stack: quotesValues ? stack.slice(stack.indexOf('\n')) : stack, cause };
}
