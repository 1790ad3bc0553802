import { expect, test } from 'vitest';
import { runCommand } from '../../test/run-command.ts';
import { sections } from '../configuration/page.ts';
import { stepSecrets } from '../kubernetes/steps.ts';
import { rotationOf, rotations } from './rotations.ts';

const marked = new Set([
  ...sections().flatMap(({ settings }) => settings.filter(({ isSecret }) => isSecret).map(({ name }) => name)),
  // Those of the steps, which no service reads.
  ...Object.values(stepSecrets).flat(),
]);

test('SC4 every setting that is marked secret has the steps of its rotation, and no other has', () => {
  expect(marked.size).toBeGreaterThan(50);
  expect([...marked].filter((name) => !rotationOf(name))).toEqual([]);
  const listed = Object.entries(rotations).flatMap(([name, { covers = [] }]) => [name, ...covers]);
  expect(listed.filter((name) => !marked.has(name))).toEqual([]);
  expect(listed.length).toBe(new Set(listed).size);
});

test('SC4 a secret with two values has a setting for the second, which its steps name', () => {
  const accepted = [...marked].filter((name) => name.endsWith('_ACCEPTED'));
  expect(accepted.length).toBeGreaterThan(5);
  for (const name of accepted) {
    const rotation = rotationOf(name)?.[1];
    expect([name, rotation?.how]).toEqual([name, 'two values']);
    expect(rotation?.steps.join(' ')).toContain(name);
  }
});

test('npm run rotate lists the secrets and prints the steps of one, also of a covered setting', async () => {
  const rotate = (...args: string[]) => runCommand(['node', 'deploy/rotation/rotate-command.ts', ...args], 'captured');
  const { code, output } = await rotate();
  expect([code, output.split('\n').length - 1]).toEqual([0, Object.keys(rotations).length]);
  const steps = await rotate('CURSOR_SECRET_ACCEPTED');
  expect(steps.output).toMatch(/^Rotation of CURSOR_SECRET \(two values\)\n\n1\. .+\n2\. .+\n3\. .+\n4\. .+\n$/);
  expect(await rotate('PORT')).toEqual({ code: 2, output: expect.stringContaining('PORT is no secret setting.') });
});
