/** Of the work queue and its saved views. */
export const queueExamples: Record<string, unknown> = {
  'TriageItem.state': 'in_review',
  'filters.q': 'martin',
  'filters.state': 'in_review',
  'TriageNoteCreate.text': 'The register of the school answers on weekdays only.',
  'TriageNote.text': 'The register of the school answers on weekdays only.',
  viewKey: 'late-reviews',
  'SavedView.key': 'late-reviews',
  'SavedView.name': 'Late reviews',
  'SavedViewUpdate.name': 'Late reviews',
};
