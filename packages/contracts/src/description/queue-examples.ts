/** Of the work queue, its saved views and field work. */
export const queueExamples: Record<string, unknown> = {
  'FieldWorkTransition.endsAt': '2026-11-03T11:00:00.000Z',
  'TriageItem.state': 'in_review',
  'filters.q': 'martin',
  'filters.state': 'in_review',
  'TriageNoteCreate.text': 'The register of the school answers on weekdays only.',
  'TriageNote.text': 'The register of the school answers on weekdays only.',
  instructions: 'Ask for the calibration record of the measuring instruments.',
  viewKey: 'late-reviews',
  'SavedView.key': 'late-reviews',
  'SavedView.name': 'Late reviews',
  'SavedViewUpdate.name': 'Late reviews',
};
