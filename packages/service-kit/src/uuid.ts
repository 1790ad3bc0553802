/** Whether the whole text is a UUID of any version, in upper or lower case (RFC 9562, section 4). */
export function isUuid(text: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);
}
