/**
 * The export behind a reviewer's link (cli contract, `--url`): the same file that the page's own button gives, line by
 * line. The token goes out as a header, so it stands in no log on the way.
 */
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { UsageError } from '../command.js'

/** Where the data of a page is, and what opens it. */
export type EvidenceLink = { readonly api: string; readonly token: string }

/**
 * @param text the link as the vendor gave it: `https://…/e/SLUG?t=TOKEN`.
 * @throws {UsageError} which never repeats the token.
 */
export function readEvidenceUrl(text: string): EvidenceLink {
  const url = URL.canParse(text) ? new URL(text) : null
  const token = url?.searchParams.get('t') ?? ''
  if (
    url === null ||
    !/^https?:$/.test(url.protocol) ||
    !/\/e\/[^/]+\/?$/.test(url.pathname) ||
    token === ''
  ) {
    throw new UsageError('--url takes a reviewer’s link as it was given: https://HOST/e/SLUG?t=TOKEN')
  }
  return { api: `${url.origin}${url.pathname.replace(/\/$/, '')}/api`, token }
}

/**
 * The export's lines, the manifest last.
 *
 * @throws {UsageError} when the service does not answer, or the link does not open.
 */
export async function* fetchExport({ api, token }: EvidenceLink): AsyncGenerator<string> {
  const { origin } = new URL(api)
  let response: Response
  try {
    response = await fetch(`${api}/export?format=ndjson`, {
      headers: { authorization: `Bearer ${token}` },
      // A token must not follow to wherever a server points.
      redirect: 'error',
    })
  } catch {
    throw new UsageError(`${origin} cannot be reached`)
  }
  if (response.status === 404)
    throw new UsageError('the link does not open: it is unknown, was revoked, or belongs to another page')
  if (!response.ok || response.body === null)
    throw new UsageError(`${origin} answered ${String(response.status)} instead of the export`)
  let complete = false
  try {
    const input = Readable.fromWeb(response.body)
    for await (const line of createInterface({ input, crlfDelay: Infinity })) {
      complete = line.includes('"type":"manifest"')
      yield line
    }
  } catch {
    complete = false
  }
  if (!complete) throw new UsageError(`${origin} broke off in the middle of the export: try again`)
}
