import type { Builder, Dataquery } from '@grafana/grafana-foundation-sdk/cog';
import {
  AnnotationQueryBuilder,
  DashboardBuilder,
  DashboardLinkBuilder,
  type Panel,
  ThresholdsConfigBuilder,
  ThresholdsMode,
} from '@grafana/grafana-foundation-sdk/dashboard';
import { DataqueryBuilder, PromQueryFormat } from '@grafana/grafana-foundation-sdk/prometheus';
import { PanelBuilder as StatBuilder } from '@grafana/grafana-foundation-sdk/stat';
import { PanelBuilder as TableBuilder } from '@grafana/grafana-foundation-sdk/table';
import { PanelBuilder as TimeseriesBuilder } from '@grafana/grafana-foundation-sdk/timeseries';

export const metricsSource = { type: 'prometheus', uid: 'prometheus' };
const tracesSource = { type: 'tempo', uid: 'tempo' };

/** Legend by query. */
type Queries = Record<string, string>;
type Size = { span?: number; height?: number };
/** `description` says what the panel shows and what is not normal: Grafana shows it beside the title. */
type Described = { title: string; description: string };
type Common = Size & Described & { unit?: string; queries: Queries };

/** `red`: lines at and above are red. */
type Threshold = { red?: number };

export function line({ span = 12, height = 8, unit = 'short', ...panel }: Common & { exemplars?: boolean }) {
  const built = new TimeseriesBuilder()
    .title(panel.title)
    .description(panel.description)
    .datasource(metricsSource)
    .unit(unit)
    .min(0)
    .span(span)
    .height(height);
  for (const target of targets(panel.queries, (query) => query.exemplar(panel.exemplars ?? false).range()))
    built.withTarget(target);
  return built;
}

export function stat({ span = 4, height = 4, unit = 'short', red, ...panel }: Common & Threshold) {
  const built = new StatBuilder()
    .title(panel.title)
    .description(panel.description)
    .datasource(metricsSource)
    .unit(unit)
    .span(span)
    .height(height);
  if (red !== undefined) built.thresholds(redFrom(red));
  for (const target of targets(panel.queries, (query) => query.instant())) built.withTarget(target);
  return built;
}

/** One row per series of its query; `link` is opened by a click on a cell of the row. */
export function table({
  span = 24,
  height = 9,
  unit = 'short',
  link,
  ...panel
}: Size & Described & { unit?: string; query: string; link: { title: string; url: string } }) {
  return new TableBuilder()
    .title(panel.title)
    .description(panel.description)
    .datasource(metricsSource)
    .unit(unit)
    .span(span)
    .height(height)
    .dataLinks([new DashboardLinkBuilder(link.title).url(link.url).targetBlank(true)])
    .withTransformation({ id: 'organize', options: { excludeByName: { Time: true } } })
    .withTarget(new DataqueryBuilder().refId('A').expr(panel.query).instant().format(PromQueryFormat.Table));
}

function targets(queries: Queries, finish: (query: DataqueryBuilder) => DataqueryBuilder): Builder<Dataquery>[] {
  return Object.entries(queries).map(([legend, expr], index) =>
    finish(
      new DataqueryBuilder()
        .refId(String.fromCharCode(65 + index))
        .expr(expr)
        .legendFormat(legend),
    ),
  );
}

function redFrom(value: number) {
  return new ThresholdsConfigBuilder().mode(ThresholdsMode.Absolute).steps([
    { value: null, color: 'green' },
    { value, color: 'red' },
  ]);
}

/** Opens a TraceQL search of Tempo for the time range of the dashboard. */
export function traceSearch(query: string): string {
  const queries = [{ refId: 'A', datasource: tracesSource, queryType: 'traceql', query, limit: 20 }];
  // biome-ignore lint/suspicious/noTemplateCurlyInString: variables of Grafana
  const range = { from: '${__from}', to: '${__to}' };
  const panes = JSON.stringify({ traces: { datasource: tracesSource.uid, queries, range } });
  // Grafana replaces its variables before the browser decodes the address.
  const encoded = encodeURIComponent(panes).replace(/%24%7B(.*?)%7D/g, (_, name) => `\${${decodeURIComponent(name)}}`);
  return `/explore?schemaVersion=1&orgId=1&panes=${encoded}`;
}

/** The start page and, at its top, links to all other pages and marks of deployments. */
export function page(uid: string, title: string, rows: Builder<Panel>[]) {
  const dashboard = new DashboardBuilder(title)
    .uid(uid)
    .tags(['provider-trust'])
    .timezone('browser')
    .refresh('30s')
    .time({ from: 'now-1h', to: 'now' })
    .readonly()
    .link(new DashboardLinkBuilder('On call').url('/d/on-call').keepTime(true))
    .link(new DashboardLinkBuilder('Platform').url('/d/platform').keepTime(true))
    .link(new DashboardLinkBuilder('Service').url('/d/service').keepTime(true))
    .link(new DashboardLinkBuilder('Event flow').url('/d/event-flow').keepTime(true))
    .link(new DashboardLinkBuilder('Trust work').url('/d/trust-work').keepTime(true))
    .annotation(
      new AnnotationQueryBuilder()
        .name('Deployments')
        .datasource(metricsSource)
        .enable(true)
        .iconColor('purple')
        .expr(deployments)
        .step('60s')
        .titleFormat('{{job}} {{service_version}}')
        .textFormat('first seen'),
    );
  for (const row of rows) dashboard.withPanel(row);
  return dashboard;
}

const versions = 'count by (job, service_version) (target_info{service_version!=""}';
export const deployments = `${versions}) unless ${versions} offset 10m)`;
