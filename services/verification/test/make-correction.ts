import type { Actor } from '@trust/contracts/actor';
import type { CorrectionReason } from '@trust/contracts/reasons/correction-reasons';
import { currentVersions, read, reason } from './make.ts';
import type { Verification } from './service.ts';

type Marks = readonly (string | [key: string, ...codes: CorrectionReason[]])[];

/** By the reviewer, or by another actor; a mark is `document_illegible` unless it names its reasons. */
export async function requestCorrection(
  service: Verification,
  { caseId, reviewer }: { caseId: string; reviewer: Actor },
  marks: Marks,
  { actor = reviewer, headers = {} }: { actor?: Actor; headers?: Record<string, string> } = {},
) {
  const requirements = marks.map((mark) => {
    const [requirementKey, ...reasonCodes] = typeof mark === 'string' ? [mark] : mark;
    return {
      requirementKey,
      reasonCodes: reasonCodes.length > 0 ? reasonCodes : ['document_illegible'],
      text: `Please scan the ${requirementKey} again.`,
    };
  });
  const marked = marks.flatMap((mark) => (typeof mark === 'string' ? [] : [mark[0]]));
  const versions = await currentVersions(service, caseId);
  await read(
    service,
    actor,
    caseId,
    marked.flatMap((key) => versions.get(key) ?? []),
  );
  return service.post(`/verification-cases/${caseId}/correction-requests`, {
    actor,
    headers,
    body: { requirements, reason },
  });
}
