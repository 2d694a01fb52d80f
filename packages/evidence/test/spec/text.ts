/** How the spec kit is written: JSON that a person can read and compare, the same bytes on every run. */

/** Indented JSON with a line feed at its end. */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

/** A file of vectors: members indented, the cases of each list one a line. */
export function vectorText(file: Readonly<Record<string, unknown>>): string {
  const members = Object.entries(file).map(([name, value]) => {
    const text = Array.isArray(value)
      ? `[\n${value.map((item) => `    ${JSON.stringify(item)}`).join(',\n')}\n  ]`
      : JSON.stringify(value)
    return `  ${JSON.stringify(name)}: ${text}`
  })
  return `{\n${members.join(',\n')}\n}\n`
}
