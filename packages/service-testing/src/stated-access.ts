import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Permission } from '@trust/contracts/permissions';

export type StatedAccess = {
  access: 'public' | 'webhook' | 'session' | Permission;
  scope?: 'workspace' | 'provider';
  /** Operators with this permission need no assignment. */
  operators?: Permission;
  /** These actors need a recent sign-in. */
  stepUp: 'everybody' | 'operators' | 'some' | 'none';
};

const file = join(import.meta.dirname, '../../../test/authorization/matrix.md');
const row =
  /^\| (?<operation>\w+)(?:: [^|]+?)? +\| (?<access>[\w.-]+)(?: \((?<scope>\w+)(?:, or (?<operators>[\w.-]+))?\))? +\| (?<stepUp>[\w?]+) +\|/gm;

/** From the matrix, by operation id. */
export function readStatedAccess(): Map<string, StatedAccess> {
  const section =
    readFileSync(file, 'utf8')
      .split(/^## /m)
      .find((text) => text.startsWith('Matrix\n')) ?? '';
  const rows = [...section.matchAll(row)].map(({ groups: { operation = '', ...stated } = {} }) => {
    const given = Object.entries(stated).filter(([, value]) => value !== undefined);
    return [operation, Object.fromEntries(given) as StatedAccess] as const;
  });
  return new Map(rows.filter(([operation]) => operation !== 'Request'));
}
