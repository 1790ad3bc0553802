import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A request with a body is a POST: `{n}` and the `Idempotency-Key` are a new number each time. */
export type Request = { path: string; headers: Record<string, string>; body?: string };

/**
 * Sends requests in turn from the second processor, so that no cache serves one caller for long.
 * Throws if any response was not a success: an error costs less than the work.
 */
export async function wrk(
  tool: string,
  base: string,
  requests: Request[],
  options: { seconds: number; folder: string; connections?: number },
) {
  const { connections = 32 } = options;
  const script = join(options.folder, 'wrk.lua');
  writeFileSync(script, scriptFor(requests));
  const args = ['-c', '1', tool, '-t1', `-c${connections}`, `-d${options.seconds}s`, '--latency', '-s', script, base];
  const { stdout } = await promisify(execFile)('taskset', args, { maxBuffer: 1 << 20 });
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`${base} did not answer every request:\n${stdout}`);
  const requestsPerSecond = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
  const percentile = (percent: number) => {
    const [, amount, unit] = new RegExp(`${percent}%\\s+([\\d.]+)(us|ms|s)`).exec(stdout) ?? [];
    return Number(amount) * { us: 0.001, ms: 1, s: 1000 }[unit as 'us' | 'ms' | 's'];
  };
  return { requestsPerSecond, p50Ms: percentile(50), p99Ms: percentile(99) };
}

function scriptFor(requests: Request[]): string {
  const sets = requests.map(({ path, headers, body }) => {
    const fields = Object.entries(headers).map(([name, value]) => `[${JSON.stringify(name)}]=${JSON.stringify(value)}`);
    return `{${JSON.stringify(path)}, {${fields.join(', ')}}${body === undefined ? '' : `, ${JSON.stringify(body)}`}}`;
  });
  return `local requests = {${sets.join(',\n')}}
local turn = 0
request = function()
  turn = turn + 1
  local path, headers, body = unpack(requests[(turn - 1) % #requests + 1])
  if not body then return wrk.format('GET', path, headers) end
  local number = '${Date.now()}-' .. turn
  headers['Idempotency-Key'] = number
  return wrk.format('POST', path, headers, (body:gsub('{n}', number)))
end
`;
}
