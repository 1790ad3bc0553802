import { NotifiedWork } from '@trust/contracts/events/any';
import type { NotificationTemplate } from '@trust/contracts/notifications/notification-templates';
import { z } from 'zod';
import { catalogue } from './catalogue.ts';
import type { Target } from './entry.ts';

const Id = z.uuid();
const Work = z.object({ subjectType: NotifiedWork, subjectId: Id });

export const subjectKeys = ['caseId', 'claimId', 'enquiryId', 'reviewId', 'disputeId', 'reportId', 'mediaId'] as const;
type SubjectKey = (typeof subjectKeys)[number];
export type SubjectIds = Record<SubjectKey, string | null>;
export type Subjects = Partial<Record<SubjectKey | 'subjectId', string> & { subjectType: NotifiedWork }>;

/** Only ids and the type of an operator's work may leave the platform in a link or a push. */
export function subjectsOf(data: unknown): Subjects {
  const values = (typeof data === 'object' && data !== null ? data : {}) as Record<string, unknown>;
  const found = subjectKeys.flatMap((key) => {
    const id = Id.safeParse(values[key]);
    return id.success ? [[key, id.data]] : [];
  });
  return { ...Object.fromEntries(found), ...Work.safeParse(values).data };
}

const pages: Record<Exclude<Target, 'work'>, string | readonly [folder: string, key: SubjectKey, without: string]> = {
  case: ['cases', 'caseId', 'workspace'],
  claim: ['claims', 'claimId', 'workspace'],
  media: ['workspace/media', 'mediaId', 'workspace'],
  enquiry: ['enquiries', 'enquiryId', 'account'],
  review: ['reviews', 'reviewId', 'account'],
  dispute: ['disputes', 'disputeId', 'account'],
  report: ['reports', 'reportId', 'account'],
  workspace: 'workspace',
  sessions: 'account/sessions',
  account: 'account',
};

/** A deep link of the app, and the equivalent HTTPS address if the app has universal links (`APP_URL`). */
export function linksOf(
  template: NotificationTemplate,
  subjects: Subjects,
  appUrl: string | undefined,
): { app: string; web?: string } {
  const path = pathOf(catalogue[template].target, subjects);
  return {
    app: `providertrust://${path}`,
    ...(appUrl && { web: new URL(path, `${appUrl.replace(/\/$/, '')}/`).href }),
  };
}

/** The website has pages for the public only: of what a notification is about, claims alone have one. */
export function webPageOf(template: NotificationTemplate, { claimId }: Subjects, publicUrl: string): string {
  const isAboutClaim = catalogue[template].target === 'claim' && claimId !== undefined;
  return isAboutClaim ? `${publicUrl}/verify?claim=${claimId}` : publicUrl;
}

function pathOf(target: Target, subjects: Subjects): string {
  const { subjectType, subjectId } = subjects;
  if (target === 'work') return subjectType === undefined ? 'operations' : `operations/${subjectType}/${subjectId}`;
  const page = pages[target];
  if (typeof page === 'string') return page;
  const [folder, key, without] = page;
  const id = subjects[key];
  return id === undefined ? without : `${folder}/${id}`;
}
