import {
  type OperatorRole,
  operatorPermissions,
  type Permission,
  type RepresentativeRole,
  representativePermissions,
} from '@trust/contracts/permissions';

/** All that authorization may depend on. Requests name the owner's provider and reviewer's case. */
export type ActorKind =
  | { kind: 'nobody' }
  | { kind: 'person'; assignments: { ours: boolean; role: RepresentativeRole }[] }
  | { kind: 'operator'; role: OperatorRole };

export type ActorName = keyof typeof actors;

const person = (...assignments: { ours: boolean; role: RepresentativeRole }[]) =>
  ({ kind: 'person', assignments }) satisfies ActorKind;
const operator = (role: OperatorRole) => ({ kind: 'operator', role }) satisfies ActorKind;

export const actors = {
  anonymous: { is: { kind: 'nobody' }, says: 'without a session' },
  expired: { is: { kind: 'nobody' }, says: 'an owner with an expired access token' },
  revoked: { is: { kind: 'nobody' }, says: 'an owner after logout' },
  member: { is: person(), says: 'signed in, represents no provider' },
  owner: { is: person({ ours: true, role: 'owner' }), says: 'owner of the provider that the request is about' },
  manager: { is: person({ ours: true, role: 'manager' }), says: 'manager of it' },
  contributor: { is: person({ ours: true, role: 'contributor' }), says: 'contributor of it' },
  stranger: { is: person({ ours: false, role: 'owner' }), says: 'owner of another provider' },
  ended: { is: person(), says: 'was a manager of it; the assignment has ended' },
  several: {
    is: person({ ours: true, role: 'manager' }, { ours: false, role: 'manager' }),
    says: 'manager of it and of another',
  },
  triage: { is: operator('triage'), says: 'operator' },
  reviewer: { is: operator('reviewer'), says: 'operator, assigned to the case' },
  reviewer2: { is: operator('reviewer'), says: 'operator, not assigned to it' },
  decider: { is: operator('decider'), says: 'operator' },
  'field-agent': { is: operator('field-agent'), says: 'operator' },
  supervisor: { is: operator('supervisor'), says: 'operator, has requested the override' },
  supervisor2: { is: operator('supervisor'), says: 'operator, may approve it' },
  security: { is: operator('security'), says: 'operator, may approve it' },
  auditor: { is: operator('auditor'), says: 'operator' },
} as const satisfies Record<string, { is: ActorKind; says: string }>;

export const actorNames = Object.keys(actors) as ActorName[];

export function operatorMay(role: OperatorRole, permission: Permission): boolean {
  return operatorPermissions[role].includes(permission);
}

export function representativeMay(role: RepresentativeRole, permission: Permission): boolean {
  return representativePermissions[role].includes(permission);
}
