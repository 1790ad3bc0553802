import { parseArgs } from 'node:util';
import { type OperatorRole, operatorPermissions, operatorRoles } from '@trust/contracts/permissions';
import { fail } from '@trust/service-admin/command';
import { readConfig } from '@trust/service-kit/config';
import { Settings } from '../config.ts';
import type { Approving } from '../people/role-holders.ts';
import { type Stores, withVault } from '../people/with-vault.ts';
import { runUnlock } from '../sign-in/failures/run-unlock.ts';
import { runEnrol, runRevokePasskeys } from '../sign-in/passkeys/administration/run-administration.ts';
import { arePasskeysRequired } from '../sign-in/passkeys/settings.ts';
import { runCeremony } from './ceremonies/run-ceremony.ts';
import { changeRole } from './roles/change-role.ts';
import { listOperators } from './roles/queries.ts';

const usage = `Lists operators, and does what no request of an operator can do. Every change is audited.

  npm run operators -- list
  npm run operators -- roles                                list the permissions of each role
  npm run operators -- install --present <contact> --present <contact>  <contact> <role> "<work name>" …
  npm run operators -- restore --present <contact> --present <contact>  <contact> <role> "<work name>" …
  npm run operators -- revoke <email or phone> <role>
  npm run operators -- unlock <email, phone or person id> [reason]
  npm run operators -- enrol  <email or phone>            print a token for the first passkey, valid for 30 minutes
  npm run operators -- revoke-passkeys [--even-if-fewer-approvers] <email or phone>
                                                          if they are lost or in other hands; ends their sessions

install makes the first operators, once: three or more for security or supervisor. Two of them are present: they sign in to
the platform within the five minutes before. restore makes as many as are missing of the three who can approve roles; two
other operators are present and step up before. Both show by their session that they are there, nothing more: whoever runs
this command has the power of the database and its keys. Every operator is notified. Everybody else gets a role by a request that two operators approve, which
the API takes. By the work name operators know the person; it is not the real name, and stays. revoke takes effect with the next request, and never from one of the last three.

After 100 wrong codes in a row, an operator can sign in on known devices only. unlock resets the count, so that new
devices can sign in again. For members: npm run people.

A token of enrol works once, and only in an account with no passkey. Check who asks for it, and hand it over on another
way than the e-mail or number of the account: whoever reads that mailbox could sign in and use it.

revoke-passkeys refuses where passkeys are required and fewer than three operators with one could approve roles afterwards, or
nobody use security. --even-if-fewer-approvers revokes all the same: a passkey in other hands does more harm. Then no role is
granted until the operator has a new passkey (enrol) or two others have restored a third approver (restore).

Roles: ${operatorRoles.join(', ')}.
Uses DATABASE_URL and SUBJECT_KEY_SECRET of the identity service. Default: the platform that runs on DATA_DIR.`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: {
    help: { type: 'boolean', short: 'h' },
    present: { type: 'string', multiple: true },
    'even-if-fewer-approvers': { type: 'boolean' },
  },
});
const [action, identifier, role, ...rest] = positionals;
const options = ['help', 'present', 'even-if-fewer-approvers'];
const unknown = Object.keys(values).find((name) => !options.includes(name));

if (unknown) fail(`Unknown option: ${unknown}.\n\n${usage}`);
else if (action === undefined || values.help) console.log(usage);
else if (action === 'roles') printRoles();
else if (action === 'list') await withVault(printOperators);
else if (action === 'unlock') await withVault(unlockOperator);
else if (action === 'enrol' || action === 'revoke-passkeys') await administerPasskeys(action);
else if (action === 'install' || action === 'restore') await withVault((stores) => holdCeremony(stores, action));
else if (action === 'grant')
  fail('Roles are requested and approved by three operators. install makes the first ones, restore missing approvers.');
else if (action !== 'revoke') fail(`Unknown command: ${action}.\n\n${usage}`);
else if (!identifier || !role || rest.length > 0)
  fail(`${action} requires an email address or phone number, and a role.`);
else if (!isRole(role)) fail(`Unknown role: ${role}. Roles: ${operatorRoles.join(', ')}.`);
else await withVault((stores) => revoke(stores, { identifier, role }));

async function unlockOperator(stores: Stores): Promise<void> {
  const result = await runUnlock(stores, [identifier, role, ...rest], { operatorsOnly: true });
  if (result.isError) fail(result.text);
  else console.log(result.text);
}

async function administerPasskeys(action: 'enrol' | 'revoke-passkeys'): Promise<void> {
  if (!identifier || role !== undefined) return fail(`${action} requires one email address or phone number.`);
  const revocation = { identifier, evenIfFewerApprovers: values['even-if-fewer-approvers'] === true };
  await withVault(async (stores) => {
    const result =
      action === 'enrol'
        ? await runEnrol(stores, identifier, new Date())
        : await runRevokePasskeys(stores, revocation, approvingNow());
    if (result.isError) fail(result.text);
    else console.log(result.text);
  });
}

function printRoles(): void {
  for (const name of operatorRoles) console.log(`${name}\n  ${operatorPermissions[name].join('\n  ')}`);
}

async function printOperators({ db, vault }: Stores): Promise<void> {
  const operators = await listOperators(db, vault);
  if (operators.length === 0) console.log('There are no operators. Make the first ones with `install`.');
  for (const { identifiers, role, grantedAt, lastUsedAt, passkeys } of operators) {
    const used = lastUsedAt ? `last used ${formatMinute(lastUsedAt)}` : 'never signed in';
    console.log(
      `${role.padEnd(12)} ${identifiers.join(', ').padEnd(40)} since ${formatMinute(grantedAt)}, ${used}, ${passkeys} passkeys`,
    );
  }
}

async function revoke(stores: Stores, request: { identifier: string; role: OperatorRole }): Promise<void> {
  const { identifier, role } = request;
  const changed = await changeRole(stores, { action: 'revoke', ...request }, new Date(), approvingNow());
  console.log(changed ? `Revoked ${role}: ${identifier}` : `Nothing to change: ${identifier} is not ${role}.`);
}

async function holdCeremony(stores: Stores, kind: 'install' | 'restore'): Promise<void> {
  const present = [values.present ?? []].flat().map(String);
  const ceremony = { kind, args: positionals.slice(1), present };
  console.log(await runCeremony(stores, ceremony, { now: new Date(), needsPasskey: needsPasskey() }));
}

function approvingNow(): Approving {
  return { now: () => new Date(), passkeys: { areRequired: needsPasskey() } };
}

function needsPasskey(): boolean {
  return arePasskeysRequired(readConfig(Settings.pick({ TRUST_MODE: true, OPERATOR_PASSKEYS: true }), process.env));
}

function formatMinute(instant: Date): string {
  return `${instant.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

function isRole(text: string): text is OperatorRole {
  return operatorRoles.includes(text as OperatorRole);
}
