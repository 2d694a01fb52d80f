/**
 * Stored canonical text as a value to show. Somebody may have written over the database: then the page shows nothing in
 * its place and stays readable, and Verify says what is wrong.
 */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the caller says what the text is of
export function storedJson<Value>(text: string): Value {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value as Value
  } catch {
    // Not what was stored.
  }
  return {} as Value
}
