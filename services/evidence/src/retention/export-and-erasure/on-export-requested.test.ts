import { exportPersonalData } from '@trust/service-testing/personal-data';
import { expect, test } from 'vitest';
import { confirm, makeCase, makeUpload } from '../../../test/make.ts';
import { startEvidence } from '../../../test/service.ts';

test("the export lists a person's uploads without object keys or hashes", async () => {
  await using evidence = await startEvidence();
  const [made, other] = [await makeCase(evidence), await makeCase(evidence)];
  for (const one of [made, other])
    await confirm(evidence, one.rep, await makeUpload(evidence, one, undefined, { label: one.caseId }));
  const { file, parts } = await exportPersonalData(evidence, 'evidence', made.rep.userId);
  expect(file.uploads).toEqual([
    expect.objectContaining({ label: made.caseId, state: 'submitted', confirmedAt: expect.any(String) }),
  ]);
  expect(JSON.stringify(parts)).not.toContain(made.caseId);
});
