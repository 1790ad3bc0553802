import { spawn } from 'node:child_process';
import pg from 'pg';
import { repositoryRoot } from '../../deploy/local/environment.ts';
import { runningSettings } from '../../deploy/local/settings/running-settings.ts';
import { eventually } from '../client.ts';

export async function waitForAuditEntries(operationsUrl: string, requestIds: string[]): Promise<number> {
  const client = new pg.Client({ connectionString: operationsUrl });
  await client.connect();
  try {
    return await eventually('an audit entry for every request that changed something', async () => {
      const { rows } = await client.query(
        `select distinct entry::jsonb ->> 'requestId' from audit_entry where entry::jsonb ->> 'requestId' = any($1)`,
        [requestIds],
      );
      return rows.length === new Set(requestIds).size ? rows.length : undefined;
    });
  } finally {
    await client.end();
  }
}

export async function verifyAudit(dataDir: string, requestIds: string[]): Promise<string> {
  const settings = runningSettings(dataDir);
  const entries = await waitForAuditEntries(settings.services.operations.DATABASE_URL ?? '', requestIds);
  const [chain, ...counts] = (await verifyChain(dataDir)).split('\n');
  return `${entries} of ${requestIds.length} requests have an audit entry. ${chain} No entry of ${counts.length} services is missing.`;
}

export async function verifyChain(dataDir: string): Promise<string> {
  const child = spawn('npm', ['run', '--silent', 'audit', '--', 'verify'], {
    cwd: repositoryRoot,
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  const code = await new Promise((resolve, reject) => child.once('close', resolve).once('error', reject));
  const output = Buffer.concat(chunks).toString().trim();
  if (code !== 0) throw new Error(`npm run audit -- verify failed with code ${code}:\n${output}`);
  return output;
}
