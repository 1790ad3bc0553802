import { spawnSync } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { RepositoryCopy } from '../repository-copy.ts';
import { apply, recipeBlocks } from './recipe.ts';

export function openRecipes() {
  const copy = new RepositoryCopy();

  function run(command: string, ...args: string[]): void {
    const { status, stdout, stderr } = spawnSync(command, args, {
      cwd: copy.root,
      env: { ...process.env, PATH: `${join(copy.root, 'node_modules/.bin')}${delimiter}${process.env.PATH}` },
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}`);
  }

  for (const block of recipeBlocks({ read: (path) => copy.read(path) })) apply(copy, block);
  run('npm', 'run', '--silent', 'openapi');
  return { copy, run, [Symbol.dispose]: () => copy[Symbol.dispose]() };
}
