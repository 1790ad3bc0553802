import { installationAdvice, installWithApt, missingAptNames } from './apt.ts';
import { type Found, findPackages, type Packages } from './find-packages.ts';

export async function ensurePackages(progress: (line: string) => void): Promise<Packages> {
  const found = findPackages();
  if (found.missing.length === 0) return complete(found);
  progress(`missing: ${found.missing.join(' and ')}`);
  const names = missingAptNames(found);
  if (!names || process.getuid?.() !== 0) throw new Error(installationAdvice(found));
  // Only of a new nats-server: one that was there before may be in use.
  await installWithApt(names, found.natsServer ? [] : ['nats-server.service'], progress);
  const now = findPackages();
  if (now.missing.length > 0) throw new Error(`Still missing after the installation: ${now.missing.join(' and ')}.`);
  return complete(now);
}

function complete({ natsServer, postgresBin }: Found): Packages {
  if (!natsServer || !postgresBin) throw new Error('Packages are missing.');
  return { natsServer, postgresBin };
}
