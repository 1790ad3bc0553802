import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

export type ComposeService = {
  image: string;
  build?: { args?: Record<string, string> };
  environment?: Record<string, string>;
  env_file?: string[];
  logging?: { driver: string; options: Record<string, string> };
  secrets?: (string | { source: string; target: string })[];
  ports?: string[];
  command?: string[];
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  mem_limit?: string;
  pids_limit?: number;
  networks?: string[];
  profiles?: string[];
  depends_on?: Record<string, { condition: string }>;
};

export type ComposeFile = {
  services: Record<string, ComposeService>;
  secrets: Record<string, { file: string }>;
  networks: Record<string, { internal?: boolean; ipam?: { config: { subnet: string }[] } } | null>;
};

const path = join(import.meta.dirname, '../compose.yaml');

/** The variables that compose.yaml itself reads, such as ports. */
export function composeVariables(): string[] {
  return [...new Set([...readFileSync(path, 'utf8').matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name))];
}

/** deploy/compose.yaml with the default of each variable, or its value in `variables`. */
export function readComposeFile(variables: Record<string, string> = {}): ComposeFile {
  const text = readFileSync(path, 'utf8');
  const resolved = text.replace(
    /\$\{(\w+):?-([^}]*)\}/g,
    (_all, name: string, value: string) => variables[name] ?? value,
  );
  return parse(resolved, { merge: true, maxAliasCount: -1 });
}
