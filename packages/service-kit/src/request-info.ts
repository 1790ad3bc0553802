import type { IncomingMessage } from 'node:http';
import type { Actor } from '@trust/contracts/actor';
import type { Permission } from '@trust/contracts/permissions';
import type { Language } from '@trust/contracts/values/text';

/** `webhook`: no session; the handler verifies the sender (docs/domain/messages-and-webhooks.md 18). */
export type Access = 'public' | 'webhook' | 'session' | Permission;

/**
 * `workspace`: the session's chosen assignment, or the only one (none: 404, several: 409).
 * `provider`: `{providerId}`, if assigned (else 404).
 */
export type Scope = 'workspace' | 'provider';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

export type RequestInfo = {
  id: string;
  operation: string;
  at: Date;
  ip: string;
  path: string;
  binding: string;
  access: Access;
  scope?: Scope | undefined;
  language: Language;
  header(name: string): string | undefined;
  accepts(...mediaTypes: string[]): string | undefined;
  incoming: IncomingMessage;
};

export type AnyInput = { actor: Pick<Actor, 'userId' | 'sessionId'> | undefined; request: RequestInfo };

/** Whether callers need a session. */
export function needsSession({ access }: { access: Access }): boolean {
  return access !== 'public' && access !== 'webhook';
}

/** The permission that a handler has found to apply, where several open the route: the audit entry names it. */
export function withPermission<Of extends AnyInput>({ request, ...input }: Of, permission: Permission) {
  return { ...input, request: { ...request, access: permission } };
}
