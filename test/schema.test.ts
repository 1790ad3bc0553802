import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cloneDatabase } from '@trust/service-testing/stack';
import pg from 'pg';
import { expect, test } from 'vitest';
import { schemaTypes } from '../deploy/local/postgres/schema-types.ts';
import { serviceDatabases } from '../deploy/local/services.ts';

test.each(serviceDatabases)(
  'schema.ts of %s matches its migrations (`npm run db:types` regenerates it)',
  async (service) => {
    const committed = readFileSync(join(import.meta.dirname, `../services/${service}/src/db/schema.ts`), 'utf8');
    // Not of the template: a connection to it blocks clones.
    await using database = await cloneDatabase(service);
    expect(await schemaTypes(database.owner)).toBe(committed);
  },
);

test('provider accepts the transitions of a claim that verification has', async () => {
  const transitions = async (service: 'provider' | 'verification') => {
    await using database = await cloneDatabase(service);
    const client = new pg.Client(database.owner);
    await client.connect();
    const text = `select from_state, to_state from allowed_transition where thing = 'claim' order by 1, 2`;
    const { rows } = await client.query(text).finally(() => client.end());
    return rows;
  };
  const ofVerification = await transitions('verification');
  expect(ofVerification).toHaveLength(6);
  expect(await transitions('provider')).toEqual(ofVerification);
});
