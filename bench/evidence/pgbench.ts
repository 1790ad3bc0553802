import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

type Variables = Record<string, string | number>;

/** Measures `seconds`, after one second per ten clients for preparing statements. */
export type Load = { file: string; clients: number; seconds: number; variables: Variables };

/** Returns transactions per second, with prepared statements. Throws if a transaction failed. */
export async function pgbench(bin: string, url: string, { seconds, ...load }: Load): Promise<number> {
  const preparing = Math.ceil(load.clients / 10);
  const { stderr } = await run(bin, url, load, ['-P', '1', '-T', String(preparing + seconds)]);
  // Counted from the end: on a busy machine the first reports are late or missing.
  const rates = [...stderr.matchAll(/^progress: .* s, ([\d.]+) tps/gm)].slice(-seconds);
  if (rates.length < seconds) throw new Error(`pgbench reported fewer than ${seconds} seconds:\n${stderr}`);
  return rates.reduce((sum, [, rate]) => sum + Number(rate), 0) / rates.length;
}

/** Runs a script this number of times on one connection. Throws if a transaction failed. */
export async function runTransactions(
  bin: string,
  url: string,
  { transactions, ...script }: { file: string; transactions: number; variables: Variables },
): Promise<void> {
  const { stdout } = await run(bin, url, { ...script, clients: 1 }, ['-t', String(transactions)]);
  if (!stdout.includes(`actually processed: ${transactions}/${transactions}`))
    throw new Error(`pgbench did not finish ${script.file}:\n${stdout}`);
}

async function run(bin: string, url: string, { file, clients, variables }: Omit<Load, 'seconds'>, args: string[]) {
  const { hostname, port, username, password, pathname } = new URL(url);
  const definitions = Object.entries({ ...variables, clients, i: 0 }).flatMap(([name, value]) => [
    '-D',
    `${name}=${value}`,
  ]);
  const server = ['-h', hostname, '-p', port, '-U', username];
  const script = ['-n', '-M', 'prepared', '-f', file, '-c', String(clients), '-j', '1'];
  const output = await promisify(execFile)(
    `${bin}/pgbench`,
    [...server, ...script, ...args, ...definitions, pathname.slice(1)],
    { env: { ...process.env, PGPASSWORD: password }, maxBuffer: 1 << 24 },
  );
  const failed = /failed transactions: (\d+)/.exec(output.stdout)?.[1] ?? '0';
  if (failed !== '0') throw new Error(`${failed} transactions of ${file} failed:\n${output.stdout}`);
  return output;
}
