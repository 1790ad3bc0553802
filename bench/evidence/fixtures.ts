import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from 'pg';

/** Enough providers that concurrent requests seldom share one. */
export const providers = 2000;
/** Intents before the first measurement: until then V8 compiles, and one costs up to twice as much. */
export const warmUpIntents = 4000;

const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(65_536 - 9, 'x')]);
export const document = { bytes, sha256: createHash('sha256').update(bytes).digest() };

/** The id that `id_of(name)` returns in SQL. */
export function idOf(name: string): string {
  return md5(name).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-8$3-8$4-$5');
}

/** Uploads whose parts have arrived, numbered from 0. */
export type Batch = { name: string; count: number; requirement: 'identity' | 'insurance' };

export const providerOf = (n: number) => (n % providers) + 1;
export const uploadRefOf = ({ name }: Batch, n: number) => md5(`${name} upload ${n}`) + md5(`${name} ref ${n}`);

/** Fills the tables of evidence, so that plans are those of large tables. */
export async function fill(client: Client): Promise<void> {
  await client.query(
    `create function id_of(name text) returns uuid immutable language sql
     as $$ select overlay(overlay(md5(name) placing '8' from 13) placing '8' from 17)::uuid $$`,
  );
  await client.query(`select set_config('bench.providers', $1, false)`, [String(providers)]);
  await client.query(await readFile(join(import.meta.dirname, 'fill.sql'), 'utf8'));
  await client.query('vacuum analyze');
}

async function prepareUploads(client: Client, { name, count, requirement }: Batch): Promise<void> {
  await client.query(
    `with made as (
       select n, id_of('provider ' || n % $4 + 1) as provider, id_of('person ' || n % $4 + 1) as person,
         id_of('case ' || n % $4 + 1) as case_id, id_of($1 || ' intent ' || n) as intent,
           id_of($1 || ' session ' || n) as session
       from generate_series(0, $2::int - 1) as n
     ), intents as (
       insert into upload_intent (id, provider_id, created_by, client_intent_key, case_id, requirement_key,
         document_kind, media_type,
         size_bytes, sha256, state, current_session_id, created_at)
       select intent, provider, person, $1 || ' ' || n, case_id, $3, 'passport', 'application/pdf', $5, $6,
         'uploading', session, now() from made
     )
     insert into upload_session (id, intent_id, provider_id, created_by, upload_ref, size_limit_bytes, created_at,
       expires_at)
     select session, intent, provider, person, md5($1 || ' upload ' || n) || md5($1 || ' ref ' || n), 15728640, now(),
       now() + interval '60 minutes'
     from made`,
    [name, count, requirement, providers, document.bytes.length, document.sha256],
  );
}

/** Writes the only part of each upload of a batch to a folder store. */
export async function writeParts(folder: string, batch: Batch): Promise<void> {
  for (let n = 0; n < batch.count; n++) {
    const upload = join(folder, 'uploads', uploadRefOf(batch, n));
    await mkdir(upload, { recursive: true });
    await writeFile(join(upload, '1'), document.bytes);
  }
}

/** New uploads for each run, of two requirements in turn: a case takes 20 documents of each. */
export class Batches {
  readonly #client: Client;
  readonly #name: string;
  #count = 0;

  constructor(client: Client, name: string) {
    this.#client = client;
    this.#name = name;
  }

  async next(count: number): Promise<Batch> {
    this.#count++;
    const requirement = this.#count % 4 < 2 ? 'identity' : 'insurance';
    const batch = { name: `${this.#name} ${this.#count}`, count, requirement } as const;
    await prepareUploads(this.#client, batch);
    return batch;
  }
}

function md5(name: string): string {
  return createHash('md5').update(name).digest('hex');
}
