import { randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Client, eventually, type Session } from '../../demo/client.ts';
import { makePdf } from '../../demo/documents.ts';
import { confirm, openIntent, putParts } from '../../demo/steps/evidence.ts';
import { signIn } from '../../demo/steps/sign-in.ts';
import { awaitCase, completeWorkspace, register } from '../../demo/steps/workspace.ts';
import { serviceDatabases } from '../../deploy/local/services.ts';
import type { Platform } from '../platform.ts';

type File = Record<string, Record<string, unknown>>;

/** A person with texts wherever the platform takes any, and all spellings of those texts. */
export async function makeTalkative(client: Client) {
  const mark = randomUUID().slice(0, 8);
  const word = (what: string) => `canary-${what}-${mark}`;
  const session = await signIn(client, `${word('address')}@example.test`);
  const { api } = client.as(session);
  await api.putAccountProfile({ body: { displayName: word('name'), locale: 'fr' } });
  const { id: providerId } = await register(client, session, 'Lumière éphémère');
  await completeWorkspace(client, session);
  const place = { latitude: 48.85, longitude: 2.34, addressLabel: word('home') };
  const publicPremises = { ...place, addressLabel: word('shop'), consent: true } as const;
  await api.putLocation({ body: { privateBase: place, publicPremises } });
  await api.patchProfile({ body: { summary: word('summary') } });
  await upload(client, session, providerId, word('label'));
  const words = ['address', 'name', 'home', 'shop', 'summary', 'label'].map(word);
  return { session, providerId, words, spellings: words.flatMap(spellingsOf) };
}

async function upload(client: Client, session: Session, providerId: string, label: string): Promise<void> {
  const { id: caseId, requirements } = await awaitCase(client, session, providerId);
  const requirement = requirements.find(({ mediaTypes }) => mediaTypes.includes('application/pdf'));
  if (!requirement) throw new Error('No requirement takes a PDF.');
  const document = makePdf('A document');
  const intent = await openIntent(client, session, { caseId, requirement, document, label });
  await putParts(client, intent, document);
  await confirm(client, session, intent.id);
}

export async function exportAll(client: Client, session: Session): Promise<File> {
  const { api } = client.as(session);
  const { id: exportId } = await api.createDataExport();
  return eventually('the whole export', async () => {
    const { file } = await api.getDataExport({ params: { path: { exportId } } });
    return (file as File | null) ?? undefined;
  });
}

export async function closeProvider(client: Client, session: Session, providerId: string): Promise<void> {
  const body = { transition: 'close', reason: 'We stop working for good.' } as const;
  await client.as(session).api.transitionProvider({ params: { path: { providerId } }, body });
}

export async function findTraces(platform: Platform, texts: string[]): Promise<string[]> {
  const found = globSync('{nats,logs}/**/*', { cwd: platform.dataDir, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => {
      const content = readFileSync(file, 'latin1');
      return texts.some((text) => content.includes(text));
    });
  for (const service of serviceDatabases) {
    const tables = await platform.rows<{ name: string }>(
      service,
      `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    for (const { name } of tables.filter((table) => table.name !== 'spatial_ref_sys')) {
      const query = `select 1 from ${name} t where to_jsonb(t)::text like any ($1) limit 1`;
      const rows = await platform.rows(service, query, [texts.map((text) => `%${text}%`)]);
      if (rows.length > 0) found.push(`${service}.${name}`);
    }
  }
  return found.sort();
}

function spellingsOf(text: string): string[] {
  const bytes = Buffer.from(text);
  return [text, bytes.toString('hex'), bytes.toString('base64').replace(/=+$/, '').slice(0, -1)];
}
