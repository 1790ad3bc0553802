import { readFileSync } from 'node:fs';

const kept = (name: string) => readFileSync(new URL(`documents/${name}`, import.meta.url));

/**
 * Documents that no library of ours writes. Made once with Debian's qpdf 11 and libheif-examples 1.15, of a PDF with a rectangle and of
 * a PNG of 96 by 64:
 *
 *     qpdf --encrypt 'a password' another 256 -- small.pdf password.pdf
 *     qpdf --encrypt '' another 256 -- small.pdf no-changes.pdf
 *     heif-enc -q 40 small.png -o photo.heic
 */
export const passwordPdf = () => kept('password.pdf');
/** Opens without a password, and may not be changed. */
export const unchangeablePdf = () => kept('no-changes.pdf');
export const photoHeic = () => kept('photo.heic');
