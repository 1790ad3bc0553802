import { randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Client, eventually, type Session } from '../../demo/client.ts';
import { makePdf } from '../../demo/documents.ts';
import { confirm, putParts } from '../../demo/steps/evidence.ts';
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
  const put = (path: string, body: object) => client.expect(200, 'PUT', path, { as: session, body });
  await put('/account/profile', { displayName: word('name'), locale: 'fr' });
  const { id: providerId } = await register(client, session, 'Lumière éphémère');
  await completeWorkspace(client, session);
  const place = { latitude: 48.85, longitude: 2.34, addressLabel: word('home') };
  const publicPremises = { ...place, addressLabel: word('shop'), consent: true };
  await put('/provider-workspace/me/location', { privateBase: place, publicPremises });
  await client.expect(200, 'PATCH', '/provider-workspace/me/profile', {
    as: session,
    body: { summary: word('summary') },
  });
  await upload(client, session, providerId, word('label'));
  const words = ['address', 'name', 'home', 'shop', 'summary', 'label'].map(word);
  return { session, providerId, words, spellings: words.flatMap(spellingsOf) };
}

async function upload(client: Client, session: Session, providerId: string, label: string): Promise<void> {
  const { id: caseId, requirements } = await awaitCase(client, session, providerId);
  const requirement = requirements.find(({ mediaTypes }) => mediaTypes.includes('application/pdf'));
  const document = makePdf('A document');
  const { body } = await client.expect<Parameters<typeof putParts>[1]>(
    201,
    'POST',
    '/provider-workspace/me/upload-intents',
    {
      as: session,
      body: {
        clientIntentKey: randomUUID(),
        caseId,
        requirementKey: requirement?.key,
        documentKind: requirement?.documentKinds[0],
        mediaType: document.mediaType,
        sizeBytes: document.bytes.length,
        sha256: document.sha256,
        label,
      },
    },
  );
  await putParts(client, body, document);
  const { status } = await confirm(client, session, body.id);
  if (status !== 201) throw new Error(`The upload was not confirmed: ${status}`);
}

export async function exportAll(client: Client, session: Session): Promise<File> {
  const { body } = await client.expect<{ id: string }>(202, 'POST', '/account/export', { as: session });
  return eventually('the whole export', async () => {
    const answer = await client.call<{ file: File | null }>('GET', `/account/export/${body.id}`, { as: session });
    return answer.body.file ?? undefined;
  });
}

export async function closeProvider(client: Client, session: Session, providerId: string): Promise<void> {
  const body = { transition: 'close', reason: 'We stop working for good.' };
  await client.expect(200, 'POST', `/providers/${providerId}/transitions`, { as: session, body });
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
