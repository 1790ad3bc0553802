export const levels = ['debug', 'info', 'warn', 'error'] as const;
export type Level = (typeof levels)[number];

export type LogEntry = {
  service: string;
  time: number;
  level: Level;
  message: string;
  fields: Record<string, unknown>;
  details: string[];
};

type Parsed = Omit<LogEntry, 'service' | 'details'> & { details?: string[] };

const formats: ((line: string) => Parsed | undefined)[] = [parsePino, parsePostgres, parseNats];

export function parseEntry(service: string, line: string): LogEntry | undefined {
  for (const parse of formats) {
    const parsed = parse(line);
    if (parsed) return { details: [], ...parsed, service };
  }
  return undefined;
}

function parsePino(line: string): Parsed | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const { level, time, msg, service: _service, pid: _pid, hostname: _hostname, err, ...fields } = JSON.parse(line);
    return { time: Number(time), level, message: String(msg ?? ''), fields, details: describeError(err) };
  } catch {
    return undefined;
  }
}

type LoggedError = { type?: string; code?: string; message?: string; stack?: string; cause?: LoggedError };

function describeError(error: LoggedError | undefined): string[] {
  if (!error) return [];
  const { type, code, message, stack = '', cause, ...more } = error;
  const trace = stack.split('\n').filter((line) => line.startsWith('    at '));
  return [
    `${[type, code].filter(Boolean).join(' ')}${message ? `: ${message}` : ''}`,
    // Outside of development mode the message is only in the first line of the stack.
    ...(message ? [] : stack.split('\n').slice(0, 1).filter(Boolean)),
    ...Object.entries(more).flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`])),
    ...trace,
    ...describeError(cause).map((line, index) => (index === 0 ? `Cause: ${line}` : line)),
  ];
}

function parsePostgres(line: string): Parsed | undefined {
  const [, time, database, severity = '', message = ''] =
    /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}) UTC \[\d+\] (\S*) ?([A-Z]+): +(.*)$/.exec(line) ?? [];
  if (!time) return undefined;
  const level = { WARNING: 'warn', ERROR: 'error', FATAL: 'error', PANIC: 'error' }[severity] ?? 'info';
  return {
    time: Date.parse(`${time.replace(' ', 'T')}Z`),
    level: level as Level,
    message,
    fields: database ? { database } : {},
  };
}

function parseNats(line: string): Parsed | undefined {
  const [, date, time, mark = '', message = ''] =
    /^\[\d+\] (\d{4}\/\d\d\/\d\d) (\d\d:\d\d:\d\d\.\d{6}) \[(\w{3})\] (.*)$/.exec(line) ?? [];
  if (!date || !time) return undefined;
  const level = { DBG: 'debug', TRC: 'debug', WRN: 'warn', ERR: 'error', FTL: 'error' }[mark] ?? 'info';
  return { time: Date.parse(`${date} ${time.slice(0, 12)}`), level: level as Level, message, fields: {} };
}

/** Prints `maxFrames` lines of each stack, and how many it leaves out. */
export function formatEntry(
  { service, time, level, message, fields, details }: LogEntry,
  maxFrames = Number.POSITIVE_INFINITY,
): string {
  const clock = new Date(time).toISOString().slice(11, 23);
  const values = Object.entries(fields).map(
    ([name, value]) => `${name}=${typeof value === 'object' ? JSON.stringify(value) : value}`,
  );
  const head = [clock, service.padEnd(12), level.padEnd(5), [message, ...values].join('  ')].join(' ');
  return [head, ...shortenStacks(details, maxFrames).map((line) => `    ${line}`)].join('\n');
}

function shortenStacks(details: string[], maxFrames: number): string[] {
  const lines: string[] = [];
  let frames = 0;
  const endStack = () => {
    if (frames > maxFrames) lines.push(`    … ${frames - maxFrames} more frames`);
    frames = 0;
  };
  for (const line of details) {
    if (!/^\s+at /.test(line)) endStack();
    else if (++frames > maxFrames) continue;
    lines.push(line);
  }
  endStack();
  return lines;
}
