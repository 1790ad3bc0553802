import { expect, test } from 'vitest';
import { mediaBody } from './public-body.ts';

test('an image too small for several widths lists its file once', () => {
  const small = { name: 'a.webp', width: 200, height: 100 };
  const sizes = [small, small, { name: 'b.webp', width: 100, height: 50 }];
  const { sizes: listed } = mediaBody({ kind: 'work', alt: 'A fuse box', sizes } as never, 'https://trust.test');
  expect(listed.map(({ width }) => width)).toEqual([200, 100]);
});
