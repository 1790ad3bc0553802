import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { services } from '../local/services.ts';
import { billOfService, completeBill } from './bill-of-materials.ts';
import { licencesOf, refusedLicences } from './licences.ts';
import { readLockFile } from './lock-file.ts';
import { secretsInRepository } from './secrets.ts';

const help = `npm run supply-chain -- <what>   says what the platform consists of, and searches it for secrets

  sbom       write a CycloneDX document per service, and one of everything in package-lock.json
  licences   list the licence of each dependency; fail if one is not allowed (deploy/supply-chain/licences.ts)
  secrets    search all files for secrets; fail if there are any

  --output <folder>   folder of sbom (default: sbom)
  --help              show this text
`;

const commands: Record<string, (output: string) => number | Promise<number>> = {
  sbom: writeBills,
  licences: listLicences,
  secrets: findSecrets,
};

function writeBills(output: string): number {
  const lock = readLockFile();
  const complete = completeBill();
  const bills = {
    everything: complete,
    ...Object.fromEntries(services.map((one) => [one, billOfService(complete, lock, one)])),
  };
  mkdirSync(output, { recursive: true });
  for (const [name, bill] of Object.entries(bills)) {
    const file = join(output, `${name}.cdx.json`);
    writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`);
    process.stdout.write(`${file}: ${bill.components.length} components\n`);
  }
  return 0;
}

function listLicences(): number {
  const licences = licencesOf(readLockFile());
  const refused = refusedLicences(licences);
  for (const { name, version, licence } of licences) process.stdout.write(`${licence}\t${name} ${version}\n`);
  for (const { name, version, licence } of refused)
    process.stderr.write(
      `Not allowed: ${name} ${version} has the licence ${licence}. Replace it, or allow it in licences.ts.\n`,
    );
  return refused.length === 0 ? 0 : 1;
}

async function findSecrets(): Promise<number> {
  const found = await secretsInRepository();
  for (const { path, line, kind } of found) process.stderr.write(`${path}:${line}: ${kind}\n`);
  if (found.length === 0) process.stdout.write('No secrets found.\n');
  else process.stderr.write('Remove each secret from the file and its history, and replace it where it is used.\n');
  return found.length === 0 ? 0 : 1;
}

const { values, positionals } = parseArgs({
  options: { output: { type: 'string', default: 'sbom' }, help: { type: 'boolean', short: 'h' } },
  allowPositionals: true,
});
const command = commands[positionals[0] ?? ''];
if (values.help) process.stdout.write(help);
else if (command && positionals.length === 1) process.exitCode = await command(resolve(values.output));
else {
  process.stderr.write(help);
  process.exitCode = 2;
}
