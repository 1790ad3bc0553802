import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../local/environment.ts';
import { configurationPage } from './page.ts';

const usage = `npm run configuration   writes docs/configuration.md from the settings of the services

  --check   changes nothing; fails if the page is out of date
  --help    show this text
`;

const path = join(repositoryRoot, 'docs/configuration.md');
const page = configurationPage();
if (process.argv.includes('--help')) process.stdout.write(usage);
else if (process.argv.includes('--check')) {
  if (readFileSync(path, 'utf8') !== page) {
    process.stderr.write('docs/configuration.md is out of date. Run `npm run configuration`.\n');
    process.exitCode = 1;
  }
} else {
  writeFileSync(path, page);
  process.stdout.write('wrote docs/configuration.md\n');
}
