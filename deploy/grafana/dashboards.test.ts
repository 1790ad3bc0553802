import { expect, test } from 'vitest';
import { dashboards } from './dashboards.ts';

const panels = dashboards.flatMap(({ title: page, panels: all = [] }) =>
  all.map((panel) => {
    const { title = '', description = '' } = panel as { title?: string; description?: string };
    return { place: `${page}: ${title}`, title, description };
  }),
);

test('every panel says in a sentence of its own what it shows', () => {
  expect(panels.length).toBeGreaterThan(50);
  const silent = panels.filter(
    ({ title, description }) => !/^[A-Z0-9].{19,}\.$/s.test(description) || description === title,
  );
  expect(silent.map(({ place }) => place)).toEqual([]);
});

test('the sentences of a description have at most 25 words', () => {
  const long = panels.filter(({ description }) =>
    description.split(/(?<=[.?:]) /).some((sentence) => sentence.split(/\s+/).length > 25),
  );
  expect(long.map(({ place }) => place)).toEqual([]);
});
