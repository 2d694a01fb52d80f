/** Base64 of a gzip, as it stands in the HTML export, to its bytes. */

/**
 * @param text UNTRUSTED.
 * @throws when it is no base64 or no gzip.
 */
export async function unpack(text: string): Promise<Blob> {
  const binary = atob(text.trim())
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0))
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
  return new Response(stream).blob()
}
