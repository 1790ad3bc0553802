import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadComposeSecrets, writeSecretFiles } from './compose-secrets.ts';
import { settingFaults } from './compose-settings.ts';
import { containerFiles } from './container-files.ts';
import { operatorFile, readOperatorSettings } from './operator-settings.ts';

const folder = join(import.meta.dirname, '../secrets');
const usage = `npm run compose:secrets [-- options]   writes the settings and generated secrets of deploy/compose.yaml, as one file per container

  --settings <path>  settings of the operator (default ${operatorFile}), such as TRUST_MODE=production; never changed
  --folder <path>    where to write (default ${folder}); SECRETS_DIR tells compose.yaml about another folder
  --check            write nothing: say what is wrong in the settings of the operator (npm run compose:check)
  --help             show this text

Run it before the first start, after each update and after each change of the settings; \`docker compose up\` then replaces the
containers whose settings changed. It keeps existing secrets and adds missing ones.
Back the folder up with the databases: without it nothing about a person can be decrypted.
`;

const { values } = parseArgs({
  options: {
    settings: { type: 'string', default: operatorFile },
    folder: { type: 'string', default: folder },
    check: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help) process.stdout.write(usage);
else create(values);

function create({ settings, folder: path, check }: { settings: string; folder: string; check: boolean }): void {
  try {
    const operator = readOperatorSettings(settings);
    const secrets = check ? scratchSecrets() : loadComposeSecrets(path);
    const faults = settingFaults(secrets, operator);
    if (faults.length > 0)
      throw new Error(`Correct these lines in ${settings}:\n${faults.map((fault) => `  ${fault}\n`).join('')}`);
    const files = containerFiles(secrets, operator);
    if (!check) writeSecretFiles(path, files);
    const chosen = existsSync(settings)
      ? `${Object.keys(operator).length} settings of ${settings}`
      : `no settings, because there is no ${settings}: everything runs in development, for this machine`;
    process.stdout.write(
      check ? `Valid: ${chosen}\n` : `${Object.keys(files).length} files for compose.yaml in ${path}, with ${chosen}\n`,
    );
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
}

/** What an operator chose is valid or not whatever was generated. */
function scratchSecrets() {
  const scratch = mkdtempSync(join(tmpdir(), 'trust-compose-'));
  try {
    return loadComposeSecrets(scratch);
  } finally {
    rmSync(scratch, { recursive: true });
  }
}
