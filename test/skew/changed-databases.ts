import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DatabaseService, serviceDatabases } from '../../deploy/local/services.ts';
import { migrationFiles } from '../../deploy/releases/releases.ts';
import type { Trees } from './stack.ts';

/** The databases that the checkout cannot take over, because a recorded migration of theirs was changed in place. */
export function changedDatabases({ recorded, checkout }: Trees): DatabaseService[] {
  const changed = migrationFiles(recorded).filter((file) => textOf(recorded, file) !== textOf(checkout, file));
  return serviceDatabases.filter((service) =>
    changed.some((file) => file.startsWith(`services/${service}/`) || file.startsWith('packages/')),
  );
}

export function breakOf(service: DatabaseService): string {
  return `database of ${service}: its migrations were changed in place`;
}

function textOf(root: string, file: string): string | undefined {
  const path = join(root, file);
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}
