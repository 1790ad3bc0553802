import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadComposeSecrets, secretFiles, writeSecretFiles } from './compose-secrets.ts';

const folder = join(import.meta.dirname, '../secrets');
const usage = `npm run compose:secrets [-- options]   generates the secrets of deploy/compose.yaml, as one file per container

  --folder <path>  where to write them (default ${folder}); SECRETS_DIR tells compose.yaml about another folder
  --help           show this text

Run it before the first start and after each update. It keeps existing secrets and adds missing ones.
Back the folder up with the databases: without it nothing about a person can be decrypted.
`;

const { values } = parseArgs({
  options: { folder: { type: 'string', default: folder }, help: { type: 'boolean', short: 'h' } },
});
if (values.help) process.stdout.write(usage);
else create(values.folder);

function create(path: string): void {
  try {
    const files = secretFiles(loadComposeSecrets(path));
    writeSecretFiles(path, files);
    process.stdout.write(`${Object.keys(files).length} files for compose.yaml in ${path}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
}
