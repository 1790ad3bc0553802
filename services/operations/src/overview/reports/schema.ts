import { OperatorId } from '@trust/contracts/fields';
import { valueList } from '@trust/contracts/values/value-list';
import { OperatorName } from '@trust/contracts/values/work-name';
import { z } from 'zod';
import { Month } from './month.ts';

export const ReportKind = valueList('reportKind', {
  cases: {
    en: 'Cases',
    fr: 'Dossiers',
    means: { en: 'Opened and decided cases by category.', fr: 'Dossiers ouverts et décidés, par catégorie.' },
  },
  service_levels: {
    en: 'Service levels',
    fr: 'Niveaux de service',
    means: {
      en: 'Work that ended, on time and late, by kind.',
      fr: 'Travaux terminés, à temps et en retard, par nature.',
    },
  },
  separation_of_duties: {
    en: 'Separation of duties',
    fr: 'Séparation des tâches',
    means: {
      en: 'Rules of separate duties, derived again from the audit log.',
      fr: 'Règles de séparation des tâches, vérifiées de nouveau à partir du journal d’audit.',
    },
  },
});
export type ReportKind = z.output<typeof ReportKind>;

export const MeasureName = valueList('reportMeasure', {
  cases_opened: { en: 'Cases opened', fr: 'Dossiers ouverts', means: 'Cases that were opened.' },
  decisions: { en: 'Decisions', fr: 'Décisions', means: 'Decisions that were recorded.' },
  corrections_requested: {
    en: 'Corrections requested',
    fr: 'Corrections demandées',
    means: 'Corrections that were requested.',
  },
  appeals: { en: 'Appeals', fr: 'Recours', means: 'Appeals that were submitted.' },
  escalations_opened: {
    en: 'Escalations opened',
    fr: 'Signalements internes ouverts',
    means: 'Escalations that were opened.',
  },
  incidents_opened: { en: 'Incidents opened', fr: 'Incidents ouverts', means: 'Incidents that were opened.' },
  field_visits_accepted: {
    en: 'Field visits accepted',
    fr: 'Visites acceptées',
    means: 'Field visits whose results were accepted.',
  },
  overrides_requested: {
    en: 'Overrides requested',
    fr: 'Dérogations demandées',
    means: 'Overrides that were requested.',
  },
  emergency_actions: { en: 'Emergency actions', fr: 'Mesures d’urgence', means: 'Emergency actions that were taken.' },
  emergency_hours: {
    en: 'Hours of emergency actions',
    fr: 'Heures de mesures d’urgence',
    means: 'Hours that emergency actions of the month lasted, together.',
  },
  refused_requests: {
    en: 'Refused requests',
    fr: 'Requêtes refusées',
    means: 'Entries of writes that authorization refused.',
  },
});
export type MeasureName = z.output<typeof MeasureName>;

export const MetricsQuery = z.strictObject({ month: Month });
export const ReportQuery = z.strictObject({
  report: ReportKind.describe('Which report.'),
  month: Month,
});

const cell = z.number().int().nullable();

export const Metrics = z
  .object({
    month: z.string().meta({ description: 'Month of UTC.', examples: ['2026-01'] }),
    measures: z
      .array(
        z.object({
          name: MeasureName.describe('Name of the measure.'),
          count: cell.describe('The count; null if it is from 1 to 4, or would disclose such a count of a report.'),
        }),
      )
      .describe('One count for each measure.'),
  })
  .meta({ id: 'Metrics' });

export const Report = z
  .object({
    report: ReportKind.describe('Which report.'),
    month: z.string().meta({ description: 'Month of UTC.', examples: ['2026-01'] }),
    columns: z.array(z.string()).meta({ description: 'Names of the columns.', examples: [['opened', 'decided']] }),
    rows: z
      .array(
        z.object({
          key: z.string().meta({ description: 'What the row is about.', examples: ['electrician'] }),
          cells: z.array(cell).meta({
            description:
              'A count for each column; null if it is from 1 to 4, or would disclose such a count by subtraction.',
            examples: [[12, null]],
          }),
        }),
      )
      .describe('Rows of the table.'),
    findings: z
      .array(
        z.object({
          rule: z.string().describe('The rule that was broken.'),
          objectType: z.string().describe('Type of the object.'),
          objectId: z.string().describe('Identifier of the object.'),
          actorId: OperatorId,
          actorName: OperatorName,
        }),
      )
      .describe('For `separation_of_duties`: acts of one person that must be of two.'),
  })
  .meta({ id: 'Report' });
