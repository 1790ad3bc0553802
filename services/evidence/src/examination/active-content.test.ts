import { expect, test } from 'vitest';
import { actingPdfs, quietPdfs } from '../../test/acting-pdfs.ts';
import { activePdfs } from '../../test/hostile-documents.ts';
import { examinePdf } from './examine-pdf.ts';

test.each(Object.entries({ ...actingPdfs, ...activePdfs }))('U4 a PDF with %s is refused', async (_what, make) => {
  await expect(examinePdf(await make())).rejects.toThrow('active_content');
});

test.each(Object.entries(quietPdfs))('U4 a PDF with %s is taken', async (_what, make) => {
  await expect(examinePdf(make())).resolves.toBeUndefined();
});
