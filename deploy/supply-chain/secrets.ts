import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lintSource } from '@secretlint/core';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';
import { SecretSetting } from '@trust/service-kit/config';
import { repositoryRoot } from '../local/environment.ts';

const id = '@secretlint/secretlint-rule-preset-recommend';
const config = { rules: [{ id, rule: creator }] };

const privateKey = /-----BEGIN [A-Z ]*PRIVATE KEY-----|["']?\bd["']?\s*:\s*["'][\w-]{43}["']/;
const assignedSecret = /\b[A-Z_]+_(?:SECRET|TOKEN|KEY|PEPPER|PASSWORD)["']?\s*[=:]\s*["']?([\w-]{43})\b/;

/** The library's rules lack secrets of this platform: short keys, JWKs, and values that a service accepts. */
function ownSecretIn(line: string): string | undefined {
  if (privateKey.test(line)) return 'privatekey';
  const [, value] = assignedSecret.exec(line) ?? [];
  return SecretSetting.safeParse(value).success ? 'secret of a service' : undefined;
}

const binary = /\.(png|jpg|pdf|ico|woff2?|gz)$/;

export type FoundSecret = { path: string; line: number; kind: string };

/** Never returns the secret. */
export async function secretsIn(path: string, content: string): Promise<FoundSecret[]> {
  const { messages } = await lintSource({
    source: { filePath: path, content, contentType: 'text' },
    options: { config, noPhysicFilePath: true, maskSecrets: true },
  });
  const known = messages.map(({ loc, ruleId }) => ({
    path,
    line: loc.start.line,
    kind: ruleId.split('-rule-')[1] ?? ruleId,
  }));
  const own = content.split('\n').flatMap((text, index) => {
    const kind = ownSecretIn(text);
    return kind ? [{ path, line: index + 1, kind }] : [];
  });
  return [...known, ...own];
}

/** Every tracked file, and every new one that .gitignore does not exclude. */
export function trackedFiles(): string[] {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  return execFileSync('git', args, { cwd: repositoryRoot, encoding: 'utf8' }).split('\0').filter(Boolean);
}

export async function secretsInRepository(): Promise<FoundSecret[]> {
  const found: FoundSecret[] = [];
  for (const path of trackedFiles().filter((one) => !binary.test(one))) {
    const content = readText(path);
    if (content !== undefined) found.push(...(await secretsIn(path, content)));
  }
  return found;
}

/** Undefined for a file that is deleted but still tracked. */
function readText(path: string): string | undefined {
  try {
    return readFileSync(join(repositoryRoot, path), 'utf8');
  } catch {
    return undefined;
  }
}
