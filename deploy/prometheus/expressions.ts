import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { dashboards } from '../grafana/dashboards.ts';

type Rule = {
  record?: string;
  alert?: string;
  expr: string;
  labels: Record<string, string>;
  annotations?: Record<string, string>;
};

export type Expression = { place: string; expr: string };

export function rulesOf(file: 'recording-rules.yaml' | 'alerts.yaml'): Rule[] {
  const { groups } = parse(readFileSync(join(import.meta.dirname, file), 'utf8')) as { groups: { rules: Rule[] }[] };
  return groups.flatMap(({ rules }) => rules);
}

/** Queries of all panels and annotations, with the variables of Grafana replaced. */
export function dashboardExpressions(): Expression[] {
  return dashboards.flatMap(({ title, panels = [], annotations }) => {
    const drawn = panels.flatMap((panel) =>
      ('targets' in panel ? (panel.targets ?? []) : []).map((query) => ({ panel, query })),
    );
    return [
      ...drawn.map(({ panel, query }) => ({
        place: `${title}: ${panel.title}`,
        expr: plain((query as { expr?: string }).expr ?? ''),
      })),
      ...(annotations?.list ?? []).flatMap(({ name, expr }) =>
        expr ? [{ place: `${title}: ${name}`, expr: plain(expr) }] : [],
      ),
    ];
  });
}

/** The gateway has no database; provider has one and consumes events. */
const plain = (expr: string) =>
  expr.replaceAll('$__rate_interval', '1m').replaceAll('job="$service"', 'job=~"gateway|provider"');

/** Names of metrics in an expression, without those of labels and functions. */
export function metricsIn(expr: string): string[] {
  const bare = expr
    .replace(/\{[^}"]*("(\\.|[^"\\])*"[^}"]*)*\}/g, ' ')
    .replace(/\b(by|without|on|ignoring)\s*\([^)]*\)/g, ' ')
    .replace(/\[[^\]]*\]/g, ' ')
    .replace(/\boffset\s+\w+/g, ' ');
  const words = bare.match(/[a-zA-Z_:][\w:]*(?!\w*\s*\()/g) ?? [];
  return [...new Set(words.filter((word) => !/^(and|or|unless|offset|bool)$/.test(word)))];
}
