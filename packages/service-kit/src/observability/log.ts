import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino';

export type Log = Logger;

// Whatever is not on this list does not get into a log line, so no personal data can slip in with an object (promise P3).
const allowed = new Set([
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
  'consumer',
  'reason',
  'count',
  'attempt',
  'port',
  'service',
  'version',
  'name',
  'signal',
]);

/** A logger that writes one JSON line an event and only the fields of the allow-list. */
export function openLog(service: string, level = 'info', to: DestinationStream = manyLinesAtOnce()): Log {
  const options: LoggerOptions = {
    level,
    base: { service },
    formatters: {
      level: (label) => ({ level: label }),
      log: (fields) => Object.fromEntries(Object.entries(fields).filter(([name]) => allowed.has(name))),
    },
    serializers: { err: describeError },
  };
  return pino(options, to);
}

/** A few times a second and when the process ends: a write for each line cost the gateway a tenth of its time. */
const manyLinesAtOnce = () => pino.destination({ sync: false, minLength: 8192, periodicFlush: 200 });

/** Type, code and stack of an error. Not the message of a database error: it can quote values. */
function describeError(error: unknown) {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code } = error as NodeJS.ErrnoException;
  const stack = error.stack ?? '';
  const quotesValues = error.name === 'error' || error.name === 'DatabaseError';
  return { type: error.name, code, stack: quotesValues ? stack.slice(stack.indexOf('\n')) : stack };
}
