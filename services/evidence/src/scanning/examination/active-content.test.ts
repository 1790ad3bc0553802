import { expect, test } from 'vitest';
import { actingPdfs, quietPdfs } from '../../../test/documents/acting-pdfs.ts';
import { activePdfs } from '../../../test/documents/hostile-documents.ts';
import { examinePdf } from './examine-pdf.ts';

test.each(Object.entries({ ...actingPdfs, ...activePdfs }))('U4 rejects a PDF with %s', async (_what, make) => {
  await expect(examinePdf(await make())).rejects.toThrow('active_content');
});

test.each(Object.entries(quietPdfs))('U4 accepts a PDF with %s', async (_what, make) => {
  await expect(examinePdf(make())).resolves.toBeUndefined();
});
