import { parseArgs } from 'node:util';
import { type OperatorRole, operatorPermissions, operatorRoles } from '@trust/contracts/permissions';
import { WorkName } from '@trust/contracts/values/work-name';
import { fail } from '@trust/service-admin/command';
import { type Stores, withVault } from '../../people/with-vault.ts';
import { runUnlock } from '../../sign-in/failures/run-unlock.ts';
import { runEnrol, runRevokePasskeys } from '../../sign-in/passkeys/administration/run-administration.ts';
import { changeRole, isNamed, type RoleChange } from './change-role.ts';
import { listOperators } from './queries.ts';

const usage = `Lists operators and changes their roles. Every change is audited and takes effect with the next request.

  npm run operators -- list
  npm run operators -- roles                                list the permissions of each role
  npm run operators -- grant  <email or phone> <role> ["<work name>"]
  npm run operators -- revoke <email or phone> <role>
  npm run operators -- unlock <email, phone or person id> [reason]
  npm run operators -- enrol  <email or phone>            print a token for the first passkey, valid for 30 minutes
  npm run operators -- revoke-passkeys <email or phone>   for an operator who has lost them; ends their sessions

The work name is how operators know the person, not their real name. It is required with a first role, and stays.

After 100 wrong codes in a row, an operator can sign in on known devices only. unlock resets the count, so that new
devices can sign in again. For members: npm run people.

A token of enrol works once, and only in an account with no passkey. Check who asks for it, and hand it over on another
way than the e-mail or number of the account: whoever reads that mailbox could sign in and use it.

Roles: ${operatorRoles.join(', ')}.
Uses DATABASE_URL and SUBJECT_KEY_SECRET of the identity service. Default: the platform that runs on DATA_DIR.`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: { help: { type: 'boolean', short: 'h' } },
});
const [action, identifier, role, ...rest] = positionals;
const unknown = Object.keys(values).find((name) => name !== 'help');

if (unknown) fail(`Unknown option: ${unknown}.\n\n${usage}`);
else if (action === undefined || values.help) console.log(usage);
else if (action === 'roles') printRoles();
else if (action === 'list') await withVault(printOperators);
else if (action === 'unlock') await withVault(unlockOperator);
else if (action === 'enrol' || action === 'revoke-passkeys') await administerPasskeys(action);
else if (action !== 'grant' && action !== 'revoke') fail(`Unknown command: ${action}.\n\n${usage}`);
else if (!identifier || !role || rest.length > (action === 'grant' ? 1 : 0))
  fail(`${action} requires an email address or phone number, and a role.`);
else if (!isRole(role)) fail(`Unknown role: ${role}. Roles: ${operatorRoles.join(', ')}.`);
else if (rest[0] !== undefined && !WorkName.safeParse(rest[0]).success)
  fail("A work name has 2 to 40 letters, digits, spaces and . - ' only.");
else await withVault((stores) => change(stores, { action, identifier, role, workName: rest[0]?.trim() }));

async function unlockOperator(stores: Stores): Promise<void> {
  const result = await runUnlock(stores, [identifier, role, ...rest], { operatorsOnly: true });
  if (result.isError) fail(result.text);
  else console.log(result.text);
}

async function administerPasskeys(action: 'enrol' | 'revoke-passkeys'): Promise<void> {
  if (!identifier || role !== undefined) return fail(`${action} requires one email address or phone number.`);
  const run = action === 'enrol' ? runEnrol : runRevokePasskeys;
  await withVault(async (stores) => {
    const result = await run(stores, identifier, new Date());
    if (result.isError) fail(result.text);
    else console.log(result.text);
  });
}

function printRoles(): void {
  for (const name of operatorRoles) console.log(`${name}\n  ${operatorPermissions[name].join('\n  ')}`);
}

async function printOperators({ db, vault }: Stores): Promise<void> {
  const operators = await listOperators(db, vault);
  if (operators.length === 0) console.log('There are no operators. Add the first one with `grant`.');
  for (const { identifiers, role, grantedAt, lastUsedAt, passkeys } of operators) {
    const used = lastUsedAt ? `last used ${formatMinute(lastUsedAt)}` : 'never signed in';
    console.log(
      `${role.padEnd(12)} ${identifiers.join(', ').padEnd(40)} since ${formatMinute(grantedAt)}, ${used}, ${passkeys} passkeys`,
    );
  }
}

async function change(stores: Stores, request: Parameters<typeof changeRole>[1]): Promise<void> {
  if (request.action === 'grant' && !request.workName && !(await isNamed(stores, request.identifier)))
    return fail('A first role needs a work name: grant <email or phone> <role> "<work name>".');
  const changed = await changeRole(stores, request, new Date());
  const { identifier, role, action } = request;
  if (changed)
    return console.log(`${action === 'grant' ? 'Granted' : 'Revoked'} ${role}: ${identifier}${explain(changed)}`);
  console.log(
    `Nothing to change: ${identifier} ${action === 'grant' ? 'is' : 'is not'} ${role}${action === 'grant' ? ' already' : ''}.`,
  );
}

function explain({ isNewPerson, endedSessions }: RoleChange): string {
  if (isNewPerson)
    return '\nThis contact has never signed in. The first person to sign in with it becomes this operator: check the spelling.';
  if (endedSessions > 0)
    return `\nEnded ${endedSessions} of their sessions, because operator sessions are shorter. They must sign in again.`;
  return '';
}

function formatMinute(instant: Date): string {
  return `${instant.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

function isRole(text: string): text is OperatorRole {
  return operatorRoles.includes(text as OperatorRole);
}
