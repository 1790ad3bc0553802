import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export type Script = {
  file: string;
  clients: number;
  /** How long is measured, after a second for each ten clients in which every connection prepares every statement. */
  seconds: number;
  variables: Record<string, string | number>;
};

/** Runs a script of pgbench with prepared statements; returns the transactions a second once they are prepared. Throws if one failed. */
export async function pgbench(
  bin: string,
  url: string,
  { file, clients, seconds, variables }: Script,
): Promise<number> {
  const { hostname, port, username, password, pathname } = new URL(url);
  const definitions = Object.entries({ ...variables, clients, i: 0 }).flatMap(([name, value]) => [
    '-D',
    `${name}=${value}`,
  ]);
  const preparing = Math.ceil(clients / 10);
  const { stdout, stderr } = await promisify(execFile)(
    `${bin}/pgbench`,
    [
      ...['-h', hostname, '-p', port, '-U', username, '-n', '-M', 'prepared', '-f', file],
      ...[
        '-c',
        String(clients),
        '-j',
        '1',
        '-P',
        '1',
        '-T',
        String(preparing + seconds),
        ...definitions,
        pathname.slice(1),
      ],
    ],
    { env: { ...process.env, PGPASSWORD: password }, maxBuffer: 1 << 24 },
  );
  const rates = [...stderr.matchAll(/^progress: .* s, ([\d.]+) tps/gm)].slice(preparing, preparing + seconds);
  const failed = /failed transactions: (\d+)/.exec(stdout)?.[1] ?? '0';
  if (rates.length < seconds || failed !== '0') throw new Error(`pgbench did not finish ${file}:\n${stdout}`);
  return rates.reduce((sum, [, rate]) => sum + Number(rate), 0) / rates.length;
}
