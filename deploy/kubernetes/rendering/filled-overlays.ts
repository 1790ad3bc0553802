import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { placeholder, writeSecrets } from '../secrets.ts';

export const overlays = ['staging', 'production'] as const;

/** A copy of base and overlays in which each overlay has its Secrets, as its operator has made and filled them. */
export function filledOverlays(): { folder: string; overlayOf: (name: string) => string } {
  const folder = mkdtempSync(join(tmpdir(), 'trust-kubernetes-'));
  const from = join(import.meta.dirname, '..');
  for (const part of ['base', 'overlays'])
    cpSync(join(from, part), join(folder, part), { recursive: true, filter: (path) => !path.endsWith('/secrets') });
  const overlayOf = (name: string) => join(folder, 'overlays', name);
  for (const name of overlays) {
    const secrets = join(overlayOf(name), 'secrets');
    writeSecrets(secrets);
    for (const file of readdirSync(secrets).filter((one) => one.endsWith('.env'))) {
      const path = join(secrets, file);
      writeFileSync(path, readFileSync(path, 'utf8').replaceAll(placeholder, 'filled'));
    }
  }
  return { folder, overlayOf };
}
