import { guardsIn, readMigrations } from '../postgres/read-guards.ts';

const usage = `npm run guards -- <service> [text…]   prints the guards of a service's database: functions, triggers and their calls

  npm run guards -- verification appeal_decision   those that name all the texts
  npm run guards -- service-kit                    those that every service has

docs/contributing/add-a-migration.md says how to write one.
`;

const [service = '', ...texts] = process.argv.slice(2);
const guards = guardsIn(readMigrations(service));
const found = guards.filter(({ text }) => texts.every((part) => text.includes(part)));
if (service === '--help') process.stdout.write(usage);
else if (found.length === 0) {
  process.stderr.write(guards.length === 0 ? usage : 'No guard names all the texts.\n');
  process.exitCode = 1;
} else for (const { place, text } of found) process.stdout.write(`-- ${place}\n${text}\n\n`);
