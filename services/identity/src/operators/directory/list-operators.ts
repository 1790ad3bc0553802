import { type OperatorRole, operatorPermissions, operatorRoles, type Permission } from '@trust/contracts/permissions';
import type { PageWindow } from '@trust/service-kit/database/page-window';
import { findPage } from '@trust/service-kit/http/cursor';
import { Problem } from '@trust/service-kit/problems/problem';
import { route, type Vault } from '../../app.ts';
import { findOperators, type OperatorRow } from './queries.ts';
import { OperatorPage, OperatorQuery } from './schema.ts';

const mayList = ['verification.cases.assign', 'identity.roles.manage'] as const satisfies readonly Permission[];

const emergencyRoles = operatorRoles.filter((role) => operatorPermissions[role].includes('operations.emergency.act'));

/** The time of last use is accurate to about one minute. */
const onlineMs = 5 * 60_000;

// Identity serves it: the names of persons are sealed here and leave in no event (docs/domain/roles-and-step-up.md 25).
export const listOperators = route(
  {
    method: 'get',
    path: '/operations/operators',
    summary: 'List operators',
    description:
      'Who can get work: name, work name, roles, number of unfinished duties of cases, and presence. For operators who assign, and for those who manage roles, who also see with `mayActOnProviderId` who may take an emergency action on a provider. The rules of an assignment decide whether an operator can get a duty of a case.',
    access: 'session',
    permissions: mayList,
    query: OperatorQuery,
    responds: { status: 200, body: OperatorPage },
    problems: ['forbidden'],
  },
  async (input, { db, now, cursors, vault }) => {
    const { permissions } = input.actor;
    const { role, mayActOnProviderId } = input.query;
    if (!mayList.some((permission) => permissions.includes(permission))) throw new Problem('forbidden');
    // Its answer shows who represents the provider.
    if (mayActOnProviderId && !permissions.includes('identity.roles.manage')) throw new Problem('forbidden');
    const at = now();
    const mayActOn = mayActOnProviderId ? { providerId: mayActOnProviderId, roles: emergencyRoles } : undefined;
    return findPage(
      input,
      cursors,
      (window: PageWindow<readonly [personId: string]>) => findOperators(db, { role, mayActOn, now: at }, window),
      {
        positionOf: ({ person_id }) => [person_id],
        item: (row) => ({
          id: row.person_id,
          displayName: nameOf(row, vault),
          workName: row.work_name,
          roles: row.roles as OperatorRole[],
          load: row.load,
          presence: presenceOf(row, at),
        }),
      },
    );
  },
);

function nameOf({ person_id, sealed_display_name, wrapped }: OperatorRow, vault: Vault): string | null {
  if (!sealed_display_name || !wrapped) return null;
  return vault.sealer(person_id, wrapped).open('display name', sealed_display_name);
}

function presenceOf({ last_used_at }: OperatorRow, now: Date) {
  if (!last_used_at) return 'signed_out' as const;
  return now.getTime() - last_used_at.getTime() <= onlineMs ? ('online' as const) : ('signed_in' as const);
}
