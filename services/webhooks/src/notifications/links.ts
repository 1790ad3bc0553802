import type { NotificationTemplate } from '@trust/contracts/events/any';
import { z } from 'zod';
import { catalogue } from './catalogue.ts';

const Id = z.uuid();

export type Subjects = Partial<Record<(typeof subjectKeys)[number], string>>;
const subjectKeys = ['caseId', 'claimId'] as const;

/** The ids of the data that may leave the platform in a link or a push. */
export function subjectsOf(data: unknown): Subjects {
  const values = (typeof data === 'object' && data !== null ? data : {}) as Record<string, unknown>;
  const found = subjectKeys.flatMap((key) => {
    const id = Id.safeParse(values[key]);
    return id.success ? [[key, id.data]] : [];
  });
  return Object.fromEntries(found);
}

/** A deep link of the app and the equivalent HTTPS address. */
export function linksOf(
  template: NotificationTemplate,
  { caseId, claimId }: Subjects,
  publicUrl: string,
): { app: string; web: string } {
  const path = {
    case: caseId === undefined ? 'workspace' : `cases/${caseId}`,
    claim: claimId === undefined ? 'workspace' : `claims/${claimId}`,
    workspace: 'workspace',
    sessions: 'account/sessions',
    account: 'account',
  }[catalogue[template].target];
  return { app: `providertrust://${path}`, web: new URL(`/app/${path}`, publicUrl).href };
}
