import { createRequire } from 'node:module';
import type * as PdfLib from '@cantoo/pdf-lib';

// The same library in one file: its 200 modules took a third of the processor time of an examination.
const { resolve } = createRequire(import.meta.url);
const load = createRequire(resolve('@cantoo/pdf-lib'));

export const {
  decodePDFRawStream,
  EncryptedPDFError,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFNull,
  PDFNumber,
  PDFObjectParser,
  PDFObjectStreamParser,
  PDFRawStream,
  PDFRef,
  PDFStream,
}: typeof PdfLib = load('../dist/pdf-lib.min.js');
