import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { signStripe } from './sign-stripe.ts';

export type Target = { url: string; path: string; headers: Record<string, string> };
type Load = { tool: string; folder: string; secret: string; seconds: number; connections: number; count: number };

/** Sends events with new ids, signed beforehand, from the second processor. Throws if one was not accepted. */
export async function sendSigned({ url, path, headers }: Target, load: Load) {
  const { tool, folder, secret, seconds, connections, count } = load;
  const events = join(folder, 'webhooks.txt');
  const script = join(folder, 'webhooks.lua');
  writeFileSync(events, Array.from({ length: count }, () => line(secret)).join('\n'));
  writeFileSync(script, scriptFor(events, path, headers));
  const args = ['-c', '1', tool, '-t1', `-c${connections}`, `-d${seconds}s`, '--latency', '-s', script, url];
  const { stdout } = await promisify(execFile)('taskset', args, { maxBuffer: 1 << 20 });
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`${url} did not accept every webhook:\n${stdout}`);
  const sent = Number(/(\d+) requests in/.exec(stdout)?.[1]);
  if (sent > count) throw new Error(`${sent} requests repeat some of ${count} events. Sign more.`);
  const [, amount, unit] = /99%\s+([\d.]+)(us|ms|s)/.exec(stdout) ?? [];
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
    p99Ms: Number(amount) * { us: 0.001, ms: 1, s: 1000 }[unit as 'us' | 'ms' | 's'],
  };
}

function line(secret: string): string {
  const object = { object: 'payment_intent', id: `pi_${randomUUID()}`, status: 'succeeded', amount: 1000 };
  const body = JSON.stringify({ id: `evt_${randomUUID()}`, type: 'payment_intent.succeeded', data: { object } });
  return `${signStripe(secret, body)}\t${body}`;
}

function scriptFor(events: string, path: string, headers: Record<string, string>): string {
  const fields = Object.entries(headers).map(
    ([name, value]) => `headers[${JSON.stringify(name)}]=${JSON.stringify(value)}`,
  );
  return `local lines = {}
for line in io.lines(${JSON.stringify(events)}) do lines[#lines + 1] = line end
local headers = {}
${fields.join('\n')}
local turn = 0
request = function()
  turn = turn + 1
  local signature, body = lines[(turn - 1) % #lines + 1]:match('^(.-)\\t(.*)$')
  headers['Stripe-Signature'] = signature
  return wrk.format('POST', ${JSON.stringify(path)}, headers, body)
end
`;
}
