import { operatorPermissions, type Permission, representativePermissions } from '../permissions.ts';
import type { Text } from '../values/text.ts';

const roles: [string, readonly Permission[]][] = Object.entries({
  ...representativePermissions,
  ...operatorPermissions,
});

/** Detail of a 403: the permission and the roles that include it. */
export function missingPermission(permission: Permission): Text {
  const names = roles.flatMap(([role, included]) => (included.includes(permission) ? [`\`${role}\``] : [])).join(', ');
  return {
    en: `Your roles do not include the permission \`${permission}\`. These roles do: ${names}. Ask somebody who has one of them, or have it granted to you.`,
    fr: `Vos rôles ne comprennent pas l’autorisation \`${permission}\`. Rôles qui la comprennent\u00a0: ${names}. Adressez-vous à une personne qui a l’un d’eux ou faites-vous l’attribuer.`,
  };
}
