import { expect, test } from 'vitest';
import { damagedPdfs, expandingPdfs } from '../../../test/documents/damaged-pdfs.ts';
import { wholePdfs } from '../../../test/documents/whole-pdfs.ts';
import { examinePdf } from './examine-pdf.ts';

test.each(Object.entries(damagedPdfs))('U4 rejects a PDF with %s', async (_what, make) => {
  await expect(examinePdf(await make())).rejects.toThrow('damaged');
});

test.each(Object.entries(wholePdfs))('U4 accepts a PDF with %s', async (_what, make) => {
  await expect(examinePdf(await make())).resolves.toBeUndefined();
});

test.each(Object.entries(expandingPdfs))('U4 rejects a PDF with %s as too complex', async (_what, make) => {
  await expect(examinePdf(make())).rejects.toThrow('too_complex');
});
