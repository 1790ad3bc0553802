import contract from '@trust/contracts/openapi.json' with { type: 'json' };
import type { Permission } from '@trust/contracts/permissions';
import { type ActorKind, actorNames, actors, operatorMay, representativeMay } from './actors.ts';

/** `allowed`: authorization admits the request, and another rule rejects it. */
export const verdicts = ['2xx', 'allowed', '401', '403', '404', '409'] as const;
export type Verdict = (typeof verdicts)[number];

export type Operation = {
  id: string;
  service: string;
  method: string;
  path: string;
  access: string;
  scope: 'workspace' | 'provider' | undefined;
  /** Admits operators who do not represent the provider. */
  operators: Permission | undefined;
  /** One of them opens the route. */
  permissions: readonly string[];
  /** These actors need a recent sign-in. */
  stepUp: 'everybody' | 'operators' | 'some' | undefined;
  hasBody: boolean;
};

type Declared = {
  operationId: string;
  'x-service': string;
  'x-access': string;
  'x-scope'?: Operation['scope'];
  'x-operators'?: Permission;
  'x-permissions'?: string[];
  'x-step-up-for'?: Operation['stepUp'];
  requestBody?: { content: Record<string, unknown> };
};

export function operations(): Operation[] {
  return Object.entries(contract.paths as unknown as Record<string, Record<string, Declared>>).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => method !== 'parameters')
      .map(([method, declared]) => ({
        id: declared.operationId,
        service: declared['x-service'],
        method: method.toUpperCase(),
        path,
        access: declared['x-access'],
        scope: declared['x-scope'],
        operators: declared['x-operators'],
        permissions: declared['x-permissions'] ?? [],
        stepUp: declared['x-step-up-for'],
        hasBody: 'application/json' in (declared.requestBody?.content ?? {}),
      })),
  );
}

export function declaredFor(operation: Operation): ('may' | Verdict)[] {
  return actorNames.map((name) => declaredAnswer(operation, actors[name].is));
}

function declaredAnswer({ access, scope, operators, path }: Operation, actor: ActorKind): 'may' | Verdict {
  if (access === 'public') return 'may';
  if (access === 'webhook') return '401';
  if (actor.kind === 'nobody') return '401';
  const permission = access === 'session' ? undefined : (access as Permission);
  if (!scope) {
    if (!permission) return 'may';
    return actor.kind === 'operator' && operatorMay(actor.role, permission) ? 'may' : '403';
  }
  if (operators && actor.kind === 'operator' && operatorMay(actor.role, operators)) return 'may';
  const assignments = actor.kind === 'person' ? actor.assignments : [];
  const [first, second] = scope === 'provider' ? assignments.filter(({ ours }) => ours) : assignments;
  if (!first) return '404';
  if (second) return '409';
  if (permission && !representativeMay(first.role, permission)) return '403';
  // An id in the path belongs to the owner's provider.
  return !first.ours && /\{\w*[iI]d\}/.test(path) ? '404' : 'may';
}
