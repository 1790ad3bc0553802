import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { actingPdfs, quietPdfs } from '../../test/acting-pdfs.ts';
import { examinePdf } from './examine-pdf.ts';
import { sandboxedExaminer } from './sandboxed-examiner.ts';

test.each(Object.entries(actingPdfs))('U4 a PDF with %s is refused', async (_what, make) => {
  await expect(examinePdf(make())).rejects.toThrow('active_content');
});

test.each(Object.entries(quietPdfs))('U4 a PDF with %s is taken', async (_what, make) => {
  const bytes = make();
  const about = { mediaType: 'application/pdf', sizeBytes: bytes.length };
  const limits = { cpuMs: 15_000, wallMs: 60_000, urgentMs: 1000 };
  const found = await sandboxedExaminer().examine(Readable.from([bytes]), about, limits);
  expect(found).toMatchObject({ finding: 'acceptable' });
});
