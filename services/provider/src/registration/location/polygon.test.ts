import { Problem } from '@trust/service-kit/problems/problem';
import { expect, test } from 'vitest';
import { squareAround } from '../../../test/make.ts';
import { assertServiceArea } from './polygon.ts';
import { ServiceArea } from './schema.ts';

function refusal(...rings: number[][][]): string | undefined {
  try {
    assertServiceArea(ServiceArea.parse({ type: 'Polygon', coordinates: rings }));
    return undefined;
  } catch (error) {
    return error instanceof Problem ? error.extras.errors?.[0]?.code : 'shape';
  }
}

const circle = (vertices: number, radius = 0.2): number[][] => {
  const points = Array.from({ length: vertices - 1 }, (_, index) => {
    const angle = (2 * Math.PI * index) / (vertices - 1);
    return [4 + radius * Math.cos(angle), 45 + radius * Math.sin(angle)];
  });
  return [...points, points[0] as number[]];
};
const square = (west: number, south: number, size: number) =>
  squareAround({ latitude: south + size / 2, longitude: west + size / 2 }, size / 2).coordinates[0] as number[][];

test('I3 accepts a closed ring of 4 to 500 vertices', () => {
  expect(refusal(circle(4))).toBeUndefined();
  expect(refusal(circle(500))).toBeUndefined();
  expect(refusal(square(4, 45, 1), square(4.2, 45.2, 0.1))).toBeUndefined();
});

test.each([
  ['an open ring', 'not_closed', [circle(10).slice(0, -1)]],
  ['500 vertices in two rings', 'too_many_vertices', [circle(300, 0.3), circle(201, 0.1)]],
  [
    'a bow-tie',
    'self_crossing',
    [
      [
        [4, 45],
        [5, 46],
        [5, 45],
        [4, 46],
        [4, 45],
      ],
    ],
  ],
  [
    'a ring across the antimeridian',
    'antimeridian',
    [
      [
        [179.5, 0],
        [-179.5, 0],
        [-179.5, 1],
        [179.5, 1],
        [179.5, 0],
      ],
    ],
  ],
  ['more than 100 000 km²', 'area_too_large', [square(0, 40, 4)]],
  [
    'no area',
    'area_too_small',
    [
      [
        [4, 45],
        [5, 46],
        [4, 45],
        [4, 45],
      ],
    ],
  ],
  ['501 vertices', 'shape', [circle(501)]],
  [
    'three vertices',
    'shape',
    [
      [
        [4, 45],
        [5, 46],
        [4, 45],
      ],
    ],
  ],
  [
    'a longitude beyond 180',
    'shape',
    [
      [
        [180.5, 0],
        [181, 0],
        [181, 1],
        [180.5, 0],
      ],
    ],
  ],
  [
    'a latitude beyond 90',
    'shape',
    [
      [
        [0, 89],
        [1, 89],
        [1, 90.5],
        [0, 89],
      ],
    ],
  ],
  ['an altitude', 'shape', [circle(5).map(([x, y]) => [x, y, 0] as number[])]],
] as [string, string, number[][][]][])('I3 rejects %s', (_name, code, rings) => {
  expect(refusal(...rings)).toBe(code);
});
