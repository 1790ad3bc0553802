import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { dataDirFromEnvironment } from '../../deploy/local/data-dir.ts';
import { readRun } from '../../deploy/local/supervisor/run-file.ts';
import { flameGraph } from './flame-graph.ts';
import { recordProfile } from './record-profile.ts';

const usage = `npm run flame -- <source> [--seconds n] [--title text] [--out file.svg]

  source     a service of the running platform (DATA_DIR), the id of a Node process,
             or a file that \`node --cpu-prof\` has written
  --seconds  how long a process is profiled (10); send it requests meanwhile
  --title    the headline (the source)
  --out      the SVG to write (flame.svg)
`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean', short: 'h' },
    seconds: { type: 'string', default: '10' },
    title: { type: 'string' },
    out: { type: 'string', default: 'flame.svg' },
  },
});
const [source] = positionals;
if (values.help) process.stdout.write(usage);
else if (!source || positionals.length > 1 || !(Number(values.seconds) > 0)) {
  process.stderr.write(usage);
  process.exitCode = 1;
} else {
  await draw(source).catch((error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  });
}

async function draw(source: string): Promise<void> {
  const profile = source.endsWith('.cpuprofile')
    ? JSON.parse(readFileSync(source, 'utf8'))
    : await recordProfile(processOf(source), Number(values.seconds));
  const svg = flameGraph(profile, values.title ?? source);
  writeFileSync(values.out, svg);
  process.stdout.write(`${values.out}: ${Math.ceil(svg.length / 1024)} KiB\n`);
}

function processOf(name: string): number {
  if (/^\d+$/.test(name)) return Number(name);
  const children = readRun(dataDirFromEnvironment())?.children ?? {};
  const { pid } = children[name] ?? {};
  if (pid === undefined)
    throw new Error(
      `No service ${name} runs on ${dataDirFromEnvironment()}. ` +
        `Start the platform or name one of: ${Object.keys(children).join(', ') || 'none is running'}.`,
    );
  return pid;
}
