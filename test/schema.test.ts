import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { serviceDatabases } from '../deploy/local/databases.ts';
import { schemaTypes } from '../deploy/local/schema-types.ts';

test.each(serviceDatabases)(
  'the table types of %s are what its migrations make (`npm run db:types` renews them)',
  async (service) => {
    const committed = readFileSync(join(import.meta.dirname, `../services/${service}/src/db/schema.ts`), 'utf8');
    expect(await schemaTypes(inject('stack').urls[service].owner)).toBe(committed);
  },
);
