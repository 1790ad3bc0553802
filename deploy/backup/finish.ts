import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { repositoryRoot } from '../local/environment.ts';
import { openServices } from './closure.ts';
import { describeEndings } from './lost-endings.ts';
import { erasuresFile } from './lost-erasures.ts';
import { withdrawalsFile } from './lost-withdrawals.ts';
import { sinceOf } from './manifest.ts';
import type { UrlOf } from './server.ts';

type Command = readonly [name: string, ...args: string[]];

/** The running platform runs these after a restore, in this order. Each may be repeated. */
export function finishingCommands(folder: string, takenAt: string): Command[] {
  const [erasures, withdrawals] = [erasuresFile(folder), withdrawalsFile(folder)];
  return [
    ...(existsSync(erasures) ? [['erasures', 'repeat', erasures] as const] : []),
    ...(existsSync(withdrawals) ? [['consents', 'repeat', withdrawals] as const] : []),
    ['events', 'republish', '--since', sinceOf(takenAt)],
    ['erasures', 'announce'],
    ['events', 'redrive'],
    ['audit', 'verify'],
  ];
}

export const shown = ([name, ...args]: Command) => `npm run ${name} -- ${args.join(' ')}`;

export async function finish(folder: string, takenAt: string, print: (line: string) => void): Promise<void> {
  for (const command of finishingCommands(folder, takenAt)) {
    // Late events are parked until redrive, which must find all of them.
    if (command[1] === 'redrive') await waitUntilDelivered(print);
    await runShown(command, print);
  }
  const status = await outputOf(['events', 'status']);
  const open = status.split('\n').filter((line) => line.includes('parked:'));
  if (open.length > 0)
    throw new Error(`Events stay parked. docs/runbooks/DeadLetters.md says what to do:\n${open.join('\n')}`);
  for (const line of describeEndings(folder)) print(line);
}

/** Last, because until then what ended since the backup is valid again. */
export async function openPlatform(urlOf: UrlOf, takenAt: string, print: (line: string) => void): Promise<void> {
  const closed = await openServices(urlOf, takenAt);
  if (closed.length === 0) print('The platform opens within three seconds.');
  else print(`The platform stays closed: the restore of ${closed.join(', ')} from another backup is not finished.`);
}

const deadlineMs = 15 * 60_000;

/** Held events leave `parked` when their predecessors arrive; late ones stay until redrive. */
async function waitUntilDelivered(print: (line: string) => void): Promise<void> {
  const until = Date.now() + deadlineMs;
  for (let last = ''; ; await delay(1000)) {
    const status = await outputOf(['events', 'status']);
    const waiting = status.split('\n').filter((line) => isWaiting(line));
    if (waiting.length === 0) return;
    const now = `${waiting.length} backlogs: ${waiting.map((line) => line.trim()).join('; ')}`;
    if (now !== last) print(`  waiting for ${now}`);
    last = now;
    if (Date.now() > until)
      throw new Error(
        `Events are not delivered after ${deadlineMs / 60_000} minutes. See \`npm run events -- status\`.`,
      );
  }
}

function isWaiting(line: string): boolean {
  const numbers = /(\d+) unread, (\d+) unacknowledged|^\w+ +(\d+) unsent/.exec(line);
  return Boolean(numbers?.slice(1).some((one) => Number(one) > 0)) || /missing_predecessor|its stream/.test(line);
}

/** A toolbox loads a Secret for each command. The settings of this command must not reach the next one. */
export function launcher(env: NodeJS.ProcessEnv): [program: string, first: string[], env: NodeJS.ProcessEnv] {
  if (env.TOOLBOX_SETTINGS === undefined) return ['npm', ['run', '--silent'], env];
  const own = env.TOOLBOX_SETTINGS.split(',');
  const others = Object.fromEntries(Object.entries(env).filter(([name]) => !own.includes(name)));
  return [process.execPath, [join(repositoryRoot, 'deploy/toolbox/toolbox.ts')], others];
}

async function runShown(command: Command, print: (line: string) => void): Promise<void> {
  print(`  ${shown(command)}`);
  const output = await outputOf(command);
  for (const line of output.split('\n')) print(`      ${line}`);
}

async function outputOf([name, ...args]: Command): Promise<string> {
  const [program, first, env] = launcher(process.env);
  const child = spawn(program, [...first, name, ...(program === 'npm' ? ['--'] : []), ...args], {
    cwd: repositoryRoot,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  const code = await new Promise((resolve, reject) => child.once('close', resolve).once('error', reject));
  const output = Buffer.concat(chunks).toString().trim();
  if (code !== 0)
    throw new Error(`${shown([name, ...args])} failed:\n${output}\nCorrect the cause, then run it again.`);
  return output;
}
