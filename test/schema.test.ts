import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cloneDatabase } from '@trust/service-testing/stack';
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
