import { globSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { tokenizer } from 'acorn';
import { repositoryRoot } from '../deploy/local/environment.ts';
import contract from '../packages/contracts/openapi.json' with { type: 'json' };

type Pattern = { source: string; flags: string; where: string };

export const sourceFiles = globSync('{packages,services}/*/src/**/*.ts', { cwd: repositoryRoot }).filter(
  (path) => !/\.test\.ts$|^packages\/service-testing\//.test(path),
);

function patternsIn(path: string): Pattern[] {
  const text = stripTypeScriptTypes(readFileSync(join(repositoryRoot, path), 'utf8'));
  const found: Pattern[] = [];
  for (const token of tokenizer(text, { ecmaVersion: 'latest', sourceType: 'module' })) {
    if (token.type.label !== 'regexp') continue;
    const { pattern, flags } = (token as unknown as { value: { pattern: string; flags: string } }).value;
    found.push({ source: pattern, flags, where: path });
  }
  return found;
}

function patternsOf(schema: unknown, where: string): Pattern[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { pattern } = schema as { pattern?: unknown };
  const own = typeof pattern === 'string' ? [{ source: pattern, flags: 'u', where }] : [];
  return [...own, ...Object.entries(schema).flatMap(([key, inner]) => patternsOf(inner, `${where}/${key}`))];
}

const all = [...sourceFiles.flatMap(patternsIn), ...patternsOf(contract, 'openapi.json')];
export const patterns = [...new Map(all.map((one) => [`/${one.source}/${one.flags}`, one])).entries()];
