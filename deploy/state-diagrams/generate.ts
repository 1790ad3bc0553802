import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../local/environment.ts';
import { withDiagrams } from './diagram.ts';

const usage = `npm run docs   draws the state machines of docs/domain from the transitions in the code

  --check   changes nothing; fails and lists pages that are out of date
  --help    show this text

A page has \`<!-- states: case -->\` where the diagram begins and \`<!-- end -->\` where it ends.
deploy/state-diagrams/machines.ts has the names.
`;

if (process.argv.includes('--help')) process.stdout.write(usage);
else {
  const outdated = globSync('docs/domain/*.md', { cwd: repositoryRoot })
    .sort()
    .map((name) => ({ name, path: join(repositoryRoot, name) }))
    .flatMap(({ name, path }) => {
      const page = readFileSync(path, 'utf8');
      const drawn = withDiagrams(page);
      return drawn === page ? [] : [{ name, path, drawn }];
    });
  if (process.argv.includes('--check')) {
    for (const { name } of outdated) process.stderr.write(`${name} is out of date. Run \`npm run docs\`.\n`);
    if (outdated.length > 0) process.exitCode = 1;
  } else
    for (const { name, path, drawn } of outdated) {
      writeFileSync(path, drawn);
      process.stdout.write(`wrote ${name}\n`);
    }
}
