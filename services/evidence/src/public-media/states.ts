import type { MediaState } from '../db/schema.ts';

/** The same rows as in table `allowed_transition` (ADR 0085). */
export const mediaTransitions: Record<MediaState, readonly MediaState[]> = {
  uploading: ['processing', 'withdrawn'],
  processing: ['pending', 'refused', 'withdrawn'],
  pending: ['approved', 'rejected', 'withdrawn'],
  approved: ['rejected', 'withdrawn'],
  rejected: [],
  refused: [],
  withdrawn: [],
};

export const mediaStates = Object.keys(mediaTransitions) as [MediaState, ...MediaState[]];

export function canBecome(from: MediaState, to: MediaState): boolean {
  return mediaTransitions[from].includes(to);
}
