import { parseArgs } from 'node:util';
import { buildPackage, packageFolder } from './build-package.ts';

const help = `npm run client [-- options]   compiles and packs @trust/client, and prints the path of the tarball

  --out <folder>   where to write it (default ${packageFolder}, from which the platform serves it)
  --help           show this text

\`npm pack\` in packages/client fails: install scripts are off, so it would pack sources that nothing compiled.
`;

const { values } = parseArgs({ options: { out: { type: 'string' }, help: { type: 'boolean', short: 'h' } } });
process.stdout.write(values.help ? help : `${await buildPackage(values.out)}\n`);
