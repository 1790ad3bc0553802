import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../environment.ts';

type Migration = { path: string; text: string };

/** A function, procedure, trigger or call of a migration; `place` is its file and line. */
export type Guard = { place: string; text: string };

/** The last definition of each, as the migrated database has it. */
export function guardsIn(migrations: readonly Migration[]): Guard[] {
  const start = /^(?:create (?:or replace )?(?:constraint )?(function|procedure|trigger) (\w+)|call \w+)/gm;
  const found = new Map<string, Guard>();
  for (const { path, text } of migrations)
    for (const { index, 0: begin, 1: kind, 2: name } of text.matchAll(start)) {
      const rest = text.slice(index);
      // The body between dollar signs, or all up to a semicolon at the end of a line.
      const [whole = begin] = /^[^;]*?\$\$[\s\S]*?\$\$[^;]*;|^[\s\S]*?;$/m.exec(rest) ?? [];
      const key = kind === 'trigger' ? `${name} ${/ on (\w+)/.exec(whole)?.[1]}` : (name ?? whole);
      const line = text.slice(0, index).split('\n').length;
      found.delete(key);
      found.set(key, { place: `${path}:${line}`, text: whole });
    }
  return [...found.values()];
}

/** Of a service, or of the kit, whose tables every service has. Empty for an unknown name. */
export function readMigrations(service: string): Migration[] {
  const folder =
    service === 'service-kit'
      ? 'packages/service-kit/src/database/migrations'
      : `services/${service}/src/db/migrations`;
  return globSync(`${folder}/*.sql`, { cwd: repositoryRoot })
    .sort()
    .map((path) => ({ path, text: readFileSync(join(repositoryRoot, path), 'utf8') }));
}
