import { documentSizeBytes } from '@trust/contracts/document';
import { DocumentKindKey } from '@trust/contracts/fields';
import { z } from 'zod';

/** Clients declare these fields of a file; the same fields are shown of a stored one. */

export const DeclaredSize = z
  .number()
  .int()
  .min(documentSizeBytes.min)
  .max(documentSizeBytes.max)
  .meta({ description: 'Size of the file in bytes: 1 KiB to 15 MiB.', examples: [248113] });

export const DeclaredSha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .meta({
    description: 'SHA-256 of the whole file, 64 lower-case hexadecimal digits.',
    examples: ['9f2c1d7e4b6a80355c1e9ad47f0b23c8e6d1f5a2470b9c3e8d15f6a7b4c20e91'],
  });

export const DocumentMediaTypeName = z.string().meta({
  description: 'Media type of the document: `application/pdf`, `image/jpeg`, `image/png` or `image/heic`.',
  examples: ['application/pdf'],
});

export const PhotoMediaTypeName = z.string().meta({
  description: 'Media type of the photo: `image/jpeg`, `image/png` or `image/heic`.',
  examples: ['image/jpeg'],
});

export const SizeBytes = z
  .number()
  .int()
  .meta({ description: 'Size of the file in bytes.', examples: [248113] });

export const PrivateLabel = z
  .string()
  .nullable()
  .meta({ description: 'The private name of the document; null if none.', examples: ['Certificate, both sides'] });

export const DocumentKind = DocumentKindKey.describe('Kind of the document, one that the requirement accepts.');
