/** In UTC. An exact time would tell a provider which customer wrote a review. */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}
