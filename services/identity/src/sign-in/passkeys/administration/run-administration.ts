import type { Approving } from '../../../people/role-holders.ts';
import { enrolOperator, type RevocationOf, revokeOperatorPasskeys } from './administer-passkeys.ts';

type Stores = Parameters<typeof enrolOperator>[0];
type CommandResult = { text: string; isError: boolean };

export async function runEnrol(stores: Stores, identifier: string, now: Date): Promise<CommandResult> {
  const result = await enrolOperator(stores, identifier, now);
  if (!result) return noOperator(identifier);
  if (result.is === 'has-passkeys')
    return failure(
      `${identifier} has ${result.passkeys} passkeys and adds others after a sign-in with one of them. If all are lost, run: npm run operators -- revoke-passkeys ${identifier}`,
    );
  const { token, expiresAt } = result;
  return success(`Enrolment token of ${identifier}, for one passkey until ${expiresAt.toISOString()}:\n${token}`);
}

export async function runRevokePasskeys(
  stores: Stores,
  revocation: RevocationOf,
  approving: Approving,
): Promise<CommandResult> {
  const { identifier } = revocation;
  const result = await revokeOperatorPasskeys(stores, revocation, approving);
  if (!result) return noOperator(identifier);
  if (result.is === 'needed')
    return failure(
      `Nothing revoked: without the passkeys of ${identifier} fewer than three operators could approve roles, or nobody could use security. Add another such operator first. If the passkeys are lost or in other hands, run: npm run operators -- revoke-passkeys --even-if-fewer-approvers ${identifier}, and at once: npm run operators -- enrol ${identifier}`,
    );
  if (result.passkeys === 0) return success(`Nothing to revoke: ${identifier} has no passkeys.`);
  return success(
    `Revoked ${result.passkeys} passkeys of ${identifier} and ended ${result.endedSessions} sessions. For a new one, run: npm run operators -- enrol ${identifier}`,
  );
}

function noOperator(identifier: string): CommandResult {
  return failure(`${identifier} has no operator role. List operators with: npm run operators -- list`);
}

function success(text: string): CommandResult {
  return { text, isError: false };
}

function failure(text: string): CommandResult {
  return { text, isError: true };
}
