import type { World } from './world.ts';

export type Asked = { path?: Record<string, string>; query?: string; body?: unknown; headers?: Record<string, string> };

/** Only authorization precedes validation of the body. */
export const invalidBody: Asked = { body: { thereIsNoSuchField: true } };
export const reason = 'A reason that is long enough.';

export function ofOurs({ path, ...asked }: Asked) {
  return ({ ours }: World): Asked => ({ ...asked, path: { ...path, providerId: ours.id } });
}

export function ofOurEvidence({ path, ...asked }: Asked) {
  return ({ ours, evidenceId }: World): Asked => ({ ...asked, path: { ...path, providerId: ours.id, evidenceId } });
}

export function ofCase(body?: unknown) {
  return (world: World): Asked => ({ path: { caseId: world.case.id }, ...(body !== undefined && { body }) });
}

export function ofAppeal(body?: unknown) {
  return (world: World): Asked => ({
    path: { caseId: world.case.id, appealId: world.case.id },
    ...(body !== undefined && { body }),
  });
}

export function evidencePath(world: World): Record<string, string> {
  return { caseId: world.case.id, evidenceId: world.evidenceId };
}
