import { type NotificationTemplate, type NotifiedWork, notifiedWork } from '@trust/contracts/events/any';
import { z } from 'zod';
import { catalogue } from './catalogue.ts';

const Id = z.uuid();
const Work = z.object({ subjectType: z.enum(notifiedWork), subjectId: Id });

export type Subjects = Partial<
  Record<(typeof subjectKeys)[number] | 'subjectId', string> & { subjectType: NotifiedWork }
>;
const subjectKeys = ['caseId', 'claimId'] as const;

/** What of the data may leave the platform in a link or a push: ids, and the type of an operator's work. */
export function subjectsOf(data: unknown): Subjects {
  const values = (typeof data === 'object' && data !== null ? data : {}) as Record<string, unknown>;
  const found = subjectKeys.flatMap((key) => {
    const id = Id.safeParse(values[key]);
    return id.success ? [[key, id.data]] : [];
  });
  return { ...Object.fromEntries(found), ...Work.safeParse(values).data };
}

/** A deep link of the app and the equivalent HTTPS address. */
export function linksOf(
  template: NotificationTemplate,
  { caseId, claimId, subjectType, subjectId }: Subjects,
  publicUrl: string,
): { app: string; web: string } {
  const path = {
    case: caseId === undefined ? 'workspace' : `cases/${caseId}`,
    claim: claimId === undefined ? 'workspace' : `claims/${claimId}`,
    work: subjectType === undefined ? 'operations' : `operations/${subjectType}/${subjectId}`,
    workspace: 'workspace',
    sessions: 'account/sessions',
    account: 'account',
  }[catalogue[template].target];
  return { app: `providertrust://${path}`, web: new URL(`/app/${path}`, publicUrl).href };
}
