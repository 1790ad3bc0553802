import { rotationOf, rotations } from './rotations.ts';

const usage = `npm run rotate                 lists the secrets, and how each gets a new value
npm run rotate -- <setting>    prints the steps of one

  two values    every replica accepts the next value before one uses it, so no request fails
  window        one value; the steps say what it costs until when
  its issuer    somebody else makes the value: a store, a carrier, a payment provider

The command reads and changes nothing. docs/rotation.md says where a deployment keeps its secrets.
`;

const [name, ...surplus] = process.argv.slice(2);
if (name === '--help' || name === '-h') process.stdout.write(usage);
else if (name === undefined) process.stdout.write(list());
else printSteps(name);

function list(): string {
  const width = Math.max(...Object.keys(rotations).map((setting) => setting.length));
  const lines = Object.entries(rotations).map(([setting, { how, covers = [] }]) =>
    [setting.padEnd(width), how.padEnd('two values'.length), covers.join(', ')].join('  ').trimEnd(),
  );
  return `${lines.join('\n')}\n`;
}

function printSteps(setting: string): void {
  const found = rotationOf(setting);
  if (!found || surplus.length > 0) {
    process.stderr.write(found ? usage : `${setting} is no secret setting. \`npm run rotate\` lists them.\n`);
    process.exitCode = 2;
    return;
  }
  const [name, { how, steps }] = found;
  const numbered = steps.map((step, index) => `${index + 1}. ${step}\n`);
  process.stdout.write(`Rotation of ${name} (${how})\n\n${numbered.join('')}`);
}
